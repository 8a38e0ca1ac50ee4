package dev.berth.cli.remote;

import dev.berth.cli.console.BadInput;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
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
import java.time.Duration;
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
    private static final int PAUSE_MILLIS = 60_000;
    /** For the whole answer, however it trickles in. */
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);

    private static final Duration LONGEST_STREAM = Duration.ofDays(3_650);

    /**
     * A complete answer.
     *
     * @param version version of the site that it reflects; 0 if unknown
     */
    record Answered(int status, String body, long version) {}

    /** An answer whose body is still arriving; must be closed, from any thread. */
    record Streamed(int status, InputStream body, Closeable connection) implements Closeable {
        @Override
        public void close() throws IOException {
            connection.close();
        }
    }

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
            return new HttpAnswerReader(socket.getInputStream(), LONGEST_ANSWER).read();
        }
    }

    /** Sends a request without a body, and leaves the connection open for an answer that goes on. */
    Streamed open(Map<String, String> headers) throws IOException {
        byte[] request = request("GET", headers, new byte[0]);
        Socket socket = connected();
        try {
            socket.getOutputStream().write(request);
            socket.getOutputStream().flush();
            return new HttpAnswerReader(socket.getInputStream(), LONGEST_STREAM).stream(socket);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
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
            plain.setSoTimeout(PAUSE_MILLIS);
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
        // Without this a trusted certificate of any other host would be accepted.
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private byte[] request(String method, Map<String, String> headers, byte[] body) {
        StringBuilder head = new StringBuilder(method)
                .append(' ')
                .append(address.getRawPath())
                .append(address.getRawQuery() == null ? "" : "?" + address.getRawQuery())
                .append(" HTTP/1.1\r\nHost: ")
                .append(address.getRawAuthority())
                .append("\r\nConnection: close\r\n");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            if (header.getValue().chars().anyMatch(Character::isISOControl)) {
                throw new BadInput(header.getKey() + " must be a single line");
            }
            head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
        }
        if (body.length > 0 || method.equals("POST")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }
}
