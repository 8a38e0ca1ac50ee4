package dev.berth.soak.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** Sends bytes that no HTTP client would send. */
public final class RawExchange {
    private static final int PATIENCE = 20_000;

    private RawExchange() {}

    /** The status of the answer; 0 if the service hung up instead, which it may. */
    public static int status(int port, byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE);
            socket.setTcpNoDelay(true);
            String[] words = firstLine(socket, request).split(" ", -1);
            return words.length > 1 && words[1].matches("[0-9]{3}") ? Integer.parseInt(words[1]) : 0;
        }
    }

    private static String firstLine(Socket socket, byte[] request) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            for (int next = in.read(); next >= 0 && next != '\n' && line.size() < 1000; next = in.read()) {
                line.write(next);
            }
        } catch (SocketException e) {
            // It hung up while nonsense was still being sent.
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
