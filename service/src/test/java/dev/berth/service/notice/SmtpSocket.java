package dev.berth.service.notice;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A small SMTP server that answers each command as it is told, with STARTTLS if it has a certificate. */
public final class SmtpSocket implements AutoCloseable {
    private final ServerSocket door;
    private final @Nullable SSLContext context;
    private final Map<String, String> replies = new ConcurrentHashMap<>();
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<String> commands = new CopyOnWriteArrayList<>();

    public SmtpSocket(@Nullable SSLContext context) {
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.context = context;
        Thread.ofVirtual().start(this::take);
    }

    public int port() {
        return door.getLocalPort();
    }

    /** From now on; {@code END} is the end of a message. */
    public void reply(String command, String line) {
        replies.put(command, line);
    }

    public List<String> messages() {
        return messages;
    }

    List<String> commands() {
        return commands;
    }

    private void take() {
        while (!door.isClosed()) {
            try {
                Socket socket = door.accept();
                Thread.ofVirtual().start(() -> talk(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void talk(Socket plain) {
        try (plain) {
            say(plain, replies.getOrDefault("GREETING", "220 small"));
            talk(plain, false);
        } catch (IOException e) {
            // The other side is gone.
        }
    }

    private void talk(Socket socket, boolean isSecure) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String command = line.split(" ", 2)[0].toUpperCase(Locale.ROOT);
            commands.add((isSecure ? "secure " : "") + command);
            switch (command) {
                case "EHLO" -> say(socket, context == null || isSecure ? "250 small" : "250-small\r\n250 STARTTLS");
                case "STARTTLS" -> {
                    say(socket, "220 go on");
                    SSLSocket secured =
                            (SSLSocket) context.getSocketFactory().createSocket(socket, "127.0.0.1", port(), true);
                    secured.setUseClientMode(false);
                    talk(secured, true);
                    return;
                }
                case "DATA" -> {
                    say(socket, "354 go on");
                    StringBuilder message = new StringBuilder();
                    for (String text = in.readLine(); text != null && !text.equals("."); text = in.readLine()) {
                        message.append(text).append('\n');
                    }
                    String reply = replies.getOrDefault("END", "250 taken");
                    if (reply.startsWith("2")) {
                        messages.add(message.toString());
                    }
                    say(socket, reply);
                }
                case "QUIT" -> {
                    say(socket, "221 bye");
                    return;
                }
                default -> say(socket, replies.getOrDefault(command, "250 fine"));
            }
        }
    }

    private static void say(Socket socket, String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
