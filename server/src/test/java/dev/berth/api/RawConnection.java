package dev.berth.api;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends whatever bytes it is told to, as no HTTP client would. */
final class RawConnection implements AutoCloseable {
    private final int port;
    private Socket socket = new Socket();
    private InputStream in = InputStream.nullInputStream();
    private boolean closedByPeer;

    RawConnection(int port) {
        this.port = port;
    }

    /** Answer of the service; status 0 if the connection was closed instead. */
    record Reply(int status, String body) {}

    Reply send(byte[] request, boolean hangUp) throws IOException {
        if (!socket.isConnected() || socket.isClosed()) {
            connect();
        }
        try {
            socket.getOutputStream().write(request);
            socket.getOutputStream().flush();
            if (hangUp) {
                socket.shutdownOutput();
            }
            Reply reply = read();
            if (hangUp || reply.status() == 0) {
                socket.close();
            }
            return reply;
        } catch (IOException e) {
            // The server may hang up on nonsense while it is still being sent.
            socket.close();
            return new Reply(0, "");
        }
    }

    private void connect() throws IOException {
        socket = new Socket(java.net.InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Whether the other side has hung up after its answer; waits for it. */
    boolean isClosedByPeer() {
        if (!socket.isClosed()) {
            closedByPeer = ended();
        }
        return closedByPeer;
    }

    private boolean ended() {
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private Reply read() throws IOException {
        String first = line();
        if (first.isEmpty()) {
            return new Reply(0, "");
        }
        int status = Integer.parseInt(first.split(" ", -1)[1]);
        int length = 0;
        boolean chunked = false;
        boolean close = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).trim());
            }
            chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
            close |= lower.startsWith("connection:") && lower.contains("close");
        }
        String body = chunked ? chunks() : new String(in.readNBytes(length), StandardCharsets.UTF_8);
        if (close) {
            closedByPeer = ended();
            socket.close();
        }
        return new Reply(status, body);
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
            line();
        }
        line();
        return body.toString();
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
