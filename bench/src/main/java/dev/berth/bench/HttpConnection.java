package dev.berth.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One HTTP/1.1 connection that is kept alive, with as little of its own as possible: it shares the cores it measures. */
final class HttpConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String token;

    HttpConnection(int port, String token) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
        this.token = token;
    }

    record Answer(int status, String body) {}

    Answer get(String path) throws IOException {
        return send("GET", path, "");
    }

    Answer post(String path, String json) throws IOException {
        return send("POST", path, json);
    }

    Answer put(String path, String json) throws IOException {
        return send("PUT", path, json);
    }

    Answer delete(String path) throws IOException {
        return send("DELETE", path, "");
    }

    private Answer send(String method, String path, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String authorization = token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
        byte[] head = (method + " /api/v1" + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + authorization
                        + "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[head.length + body.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        out.write(request);
        return answer();
    }

    private Answer answer() throws IOException {
        String statusLine = line();
        int blank = statusLine.indexOf(' ');
        int status = Integer.parseInt(statusLine.substring(blank + 1, blank + 4));
        int length = 0;
        boolean chunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            }
            chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
        }
        StringBuilder body = new StringBuilder();
        if (chunked) {
            for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                body.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
                line();
            }
            line();
        } else {
            body.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }
        return new Answer(status, body.toString());
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the service closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
