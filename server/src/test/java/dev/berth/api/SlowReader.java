package dev.berth.api;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads an answer as a client at the end of a slow line does: its receive buffer is small, and it pauses, so that the
 * buffers in between are full most of the time and the service can write only part of what it has.
 */
final class SlowReader {
    private static final int RECEIVE_BUFFER = 32 * 1024;
    private static final int PIECE = 64 * 1024;
    /** An answer whose end never comes is a failure and not a hang. */
    private static final int PATIENCE = 10_000;

    private SlowReader() {}

    /** A socket with a small receive buffer; the size counts only if it is set before connecting. */
    static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(RECEIVE_BUFFER);
        socket.setSoTimeout(PATIENCE);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    /**
     * The bodies of the answers to as many GETs, which are all asked for before any is read: more than the buffers in
     * between can hold.
     */
    static List<byte[]> get(Socket socket, String path, String token, int times)
            throws IOException, InterruptedException {
        String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n") + "\r\n";
        socket.getOutputStream().write(head.repeat(times).getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        InputStream in = new BufferedInputStream(socket.getInputStream(), PIECE);
        in.mark(1);
        if (in.read() < 0) {
            throw new IOException("no answer at all");
        }
        in.reset();
        // It has begun to answer, and fills all buffers meanwhile.
        Thread.sleep(1_000);
        List<byte[]> bodies = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            bodies.add(body(in));
        }
        return bodies;
    }

    private static byte[] body(InputStream in) throws IOException, InterruptedException {
        int length = -1;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        if (length < 0) {
            throw new IOException("no Content-Length");
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream(length);
        while (body.size() < length) {
            byte[] piece = in.readNBytes(Math.min(PIECE, length - body.size()));
            if (piece.length == 0) {
                throw new IOException("only " + body.size() + " of " + length + " bytes came");
            }
            body.writeBytes(piece);
            Thread.sleep(1);
        }
        return body.toByteArray();
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the answer ended in its headers");
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }
}
