package dev.berth.service.notice;

import dev.berth.wire.Fields;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server that takes mails.
 *
 * @param from the sender's address
 */
public record MailSettings(
        String host, int port, Security tls, Optional<String> user, Optional<Path> passwordFile, String from) {
    /** How the connection is protected. */
    public enum Security {
        STARTTLS,
        TLS,
        NONE
    }

    private record Place(String host, int port) {}

    static @Nullable MailSettings read(Fields fields, @Nullable Path directory) {
        fields.require("server");
        fields.require("from");
        Place server = fields.parsed("server", "must be a host and a port such as smtp.example.org:587", text -> {
            int colon = text.lastIndexOf(':');
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon < 1 || port < 1 || port > 65_535) {
                throw new IllegalArgumentException("no host or port");
            }
            return new Place(text.substring(0, colon), port);
        });
        Security tls = fields.oneOf("tls", Security.class);
        String user = fields.text("user", 200);
        Path password = fields.parsed("passwordFile", "must be an existing file", text -> {
            Path path = directory == null ? Path.of(text) : directory.resolve(text);
            if (!Files.isRegularFile(path)) {
                throw new IllegalArgumentException("no such file");
            }
            return path;
        });
        String from = fields.parsed("from", "must be an address such as berth@example.org", MailSettings::checked);
        fields.closed();
        return server == null || from == null
                ? null
                : new MailSettings(
                        server.host(),
                        server.port(),
                        tls == null ? Security.STARTTLS : tls,
                        Optional.ofNullable(user),
                        Optional.ofNullable(password),
                        from);
    }

    /** An address without a name, or an {@link IllegalArgumentException}. */
    public static String checked(String text) {
        try {
            InternetAddress address = new InternetAddress(text, true);
            boolean isPlain = text.equals(address.getAddress())
                    && text.length() <= 254
                    && text.indexOf('@') > 0
                    && text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '<' && c != '>' && c != ',' && c != '"');
            if (!isPlain) {
                throw new IllegalArgumentException("no plain address");
            }
            return text;
        } catch (AddressException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
