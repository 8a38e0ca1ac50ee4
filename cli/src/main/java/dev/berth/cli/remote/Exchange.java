package dev.berth.cli.remote;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One request over HTTP/1.1 and its answer, on a connection of its own. The JDK's client is for programs that run longer: a
 * command would wait twice as long for it to be ready as for the answer.
 */
final class Exchange {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int ANSWER_MILLIS = 60_000;
    /** Of a line of the head; a proxy that sends more is none. */
    private static final int LONGEST_LINE = 16_384;

    private static final int LARGEST_BODY = 256 << 20;

    /** What came back. */
    record Answered(int status, String body) {}

    private final URI address;
    private final String authority;

    /**
     * @param authority a file with the certificates to believe; empty for those that this machine believes
     */
    Exchange(URI address, String authority) {
        this.address = address;
        this.authority = authority;
    }

    Answered send(String method, Map<String, String> headers, byte[] body) throws IOException {
        byte[] request = request(method, headers, body);
        try (Socket socket = connected()) {
            OutputStream out = socket.getOutputStream();
            out.write(request);
            out.flush();
            return answer(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private Socket connected() throws IOException {
        boolean isSecure = "https".equals(address.getScheme());
        int port = address.getPort() >= 0 ? address.getPort() : isSecure ? 443 : 80;
        String host = address.getHost().replaceAll("^\\[|\\]$", "");
        Socket plain = new Socket();
        try {
            plain.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            plain.setTcpNoDelay(true);
            plain.setSoTimeout(ANSWER_MILLIS);
            return isSecure ? secured(plain, host, port) : plain;
        } catch (SocketTimeoutException | UnknownHostException e) {
            plain.close();
            throw (IOException) new ConnectException(e.getMessage()).initCause(e);
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    private Socket secured(Socket plain, String host, int port) throws IOException {
        SSLSocketFactory factory = authority.isEmpty()
                ? (SSLSocketFactory) SSLSocketFactory.getDefault()
                : Trust.in(authority).getSocketFactory();
        SSLSocket socket = (SSLSocket) factory.createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        // Without this any certificate that is believed would do, whoever it is for.
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private byte[] request(String method, Map<String, String> headers, byte[] body) throws IOException {
        StringBuilder head = new StringBuilder(method)
                .append(' ')
                .append(address.getRawPath())
                .append(address.getRawQuery() == null ? "" : "?" + address.getRawQuery())
                .append(" HTTP/1.1\r\nHost: ")
                .append(address.getRawAuthority())
                .append("\r\nConnection: close\r\n");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            if (header.getValue().chars().anyMatch(Character::isISOControl)) {
                throw new IOException(header.getKey() + " must be a single line");
            }
            head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
        }
        if (body.length > 0 || method.equals("POST")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        bytes.write(body);
        return bytes.toByteArray();
    }

    private static Answered answer(InputStream in) throws IOException {
        int status = status(line(in));
        long length = -1;
        boolean isChunked = false;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = length(header.substring("content-length:".length()).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                isChunked = lower.endsWith("chunked");
            }
        }
        // A service that is asked to wait first says so before its answer.
        if (status / 100 == 1) {
            return answer(in);
        }
        byte[] body = status == 204 || status == 304
                ? new byte[0]
                : isChunked ? chunks(in) : length < 0 ? in.readNBytes(LARGEST_BODY) : whole(in, length);
        return new Answered(status, new String(body, StandardCharsets.UTF_8));
    }

    private static int status(String line) throws IOException {
        if (!line.matches("HTTP/1\\.[01] [0-9]{3}( .*)?")) {
            throw new IOException("the answer is not HTTP");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private static long length(String digits) throws IOException {
        if (!digits.matches("[0-9]{1,9}") || Long.parseLong(digits) > LARGEST_BODY) {
            throw new IOException("the answer is too long");
        }
        return Long.parseLong(digits);
    }

    private static byte[] whole(InputStream in, long length) throws IOException {
        byte[] body = in.readNBytes((int) length);
        if (body.length < length) {
            throw new EOFException("the answer is cut off");
        }
        return body;
    }

    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String size = line(in).replaceAll(";.*", "").strip();
            if (!size.matches("[0-9a-fA-F]{1,7}")) {
                throw new IOException("the answer is cut off");
            }
            int length = Integer.parseInt(size, 16);
            if (length == 0) {
                return body.toByteArray();
            }
            if (body.size() + length > LARGEST_BODY) {
                throw new IOException("the answer is too long");
            }
            body.write(whole(in, length));
            line(in);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > LONGEST_LINE) {
                throw new EOFException("the answer is cut off");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
