package dev.berth.service.notice;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Posts one signed message. Written on sockets, because the JDK's client resolves the name itself: what is checked here must be
 * what is connected to. Follows no redirect and reads no more than the first line of the answer.
 */
final class WebhookPost {
    private static final int LONGEST_LINE = 1_000;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})(?: .*)?");

    private final boolean isPrivateAllowed;
    private final int timeoutMillis;
    private final Supplier<SSLSocketFactory> factory;

    WebhookPost(boolean isPrivateAllowed, int timeoutMillis) {
        // Only once something is sent: the certificates of all authorities take memory that few sites need.
        this(isPrivateAllowed, timeoutMillis, () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    /** Believes the certificates that the factory believes. */
    WebhookPost(boolean isPrivateAllowed, int timeoutMillis, Supplier<SSLSocketFactory> factory) {
        this.isPrivateAllowed = isPrivateAllowed;
        this.timeoutMillis = timeoutMillis;
        this.factory = factory;
    }

    /** The value of {@code Berth-Signature}. */
    static String signature(String secret, long seconds, String body) {
        byte[] mac = SigningKey.mac(secret.getBytes(StandardCharsets.UTF_8), seconds + "." + body);
        return "t=%d,v1=%s".formatted(seconds, HexFormat.of().formatHex(mac));
    }

    /** Returns if it was accepted; otherwise the message of the exception says why it was not. */
    void send(String address, String secret, String id, String body, long now) throws IOException {
        URI uri = allowed(address);
        boolean isSecure = "https".equals(uri.getScheme());
        int port = uri.getPort() > 0 ? uri.getPort() : isSecure ? 443 : 80;
        DeliveryDeadline deadline = new DeliveryDeadline(timeoutMillis);
        try (deadline;
                Socket plain = deadline.watched(new Socket())) {
            InetAddress host = deadline.asked("berth-resolver", () -> WebhookAddress.resolved(uri, isPrivateAllowed));
            plain.connect(new InetSocketAddress(host, port), deadline.left());
            plain.setSoTimeout(deadline.left());
            try (Socket socket = isSecure ? secured(plain, uri.getHost(), port) : plain) {
                socket.getOutputStream().write(request(uri, secret, id, body, now));
                socket.getOutputStream().flush();
                check(statusLine(socket));
            }
        } catch (IOException e) {
            throw deadline.explained(e);
        }
    }

    private URI allowed(String address) throws IOException {
        try {
            return WebhookAddress.checked(address, isPrivateAllowed);
        } catch (IllegalArgumentException e) {
            throw new IOException("The address " + address + " is no longer allowed", e);
        }
    }

    private Socket secured(Socket plain, String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) factory.get().createSocket(plain, host.replaceAll("[\\[\\]]", ""), port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static byte[] request(URI uri, String secret, String id, String body, long now) {
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = String.join(
                "\r\n",
                "POST " + path + query + " HTTP/1.1",
                "Host: " + uri.getRawAuthority(),
                "User-Agent: Berth",
                "Content-Type: application/json",
                "Content-Length: " + bytes.length,
                "Berth-Delivery: " + id,
                "Berth-Signature: " + signature(secret, now / 1_000, body),
                "Connection: close",
                "",
                body);
        return head.getBytes(StandardCharsets.UTF_8);
    }

    private static String statusLine(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n' && line.length() < LONGEST_LINE; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    private static void check(String line) throws IOException {
        Matcher status = STATUS.matcher(line);
        if (!status.matches()) {
            throw new IOException(
                    line.isEmpty() ? "The connection was closed without an answer" : "Not an HTTP answer");
        }
        if (!status.group(1).startsWith("2")) {
            throw new IOException(
                    status.group(1).startsWith("3")
                            ? "Answered " + status.group(1) + "; redirects are not followed"
                            : "Answered " + status.group(1));
        }
    }
}
