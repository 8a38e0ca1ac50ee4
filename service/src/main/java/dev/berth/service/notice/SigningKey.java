package dev.berth.service.notice;

import dev.berth.service.account.Secrets;
import dev.berth.wire.AccountNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key from which the secrets of webhooks are derived. It lies in a file of its own that only the service can read, so that
 * neither the journal nor its backups hold a secret that is in use.
 */
public final class SigningKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final byte[] key;

    private SigningKey(byte[] key) {
        this.key = key;
    }

    /** A key that is forgotten with the process, for a service without a directory of its own. */
    public static SigningKey temporary() {
        return new SigningKey(Secrets.random(BYTES).getBytes(StandardCharsets.UTF_8));
    }

    /** Reads the key, or makes one if there is no such file. */
    public static SigningKey open(Path file) {
        try {
            make(file);
            byte[] key = Base64.getUrlDecoder()
                    .decode(Files.readString(file, StandardCharsets.UTF_8).strip());
            if (key.length < BYTES) {
                throw new IllegalArgumentException("too short");
            }
            return new SigningKey(key);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    file + " is damaged; restore it from a backup, or delete it and add all webhooks again", e);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read or create " + file, e);
        }
    }

    private static void make(Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(fresh);
        }
        Files.writeString(fresh, Secrets.random(BYTES) + "\n", StandardOpenOption.SYNC);
        try {
            Files.move(fresh, file);
        } catch (FileAlreadyExistsException e) {
            Files.delete(fresh);
        }
    }

    /** The secret of a webhook. */
    public String secret(String webhook) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac(key, "webhook " + webhook));
    }

    /** The secret of the address that ends all mails to an account; it names the account. */
    String unsubscribe(String account, String mail) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return encoder.encodeToString(account.getBytes(StandardCharsets.UTF_8)) + "."
                + encoder.encodeToString(mac(key, "unsubscribe " + account + " " + mail));
    }

    public boolean unsubscribes(String account, String mail, String secret) {
        return MessageDigest.isEqual(
                unsubscribe(account, mail).getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
    }

    /** The account that such a secret names; whether it is genuine is another question. */
    public static Optional<String> account(String secret) {
        try {
            String name = secret.substring(0, Math.max(0, secret.indexOf('.')));
            return Optional.of(
                    AccountNames.checked(new String(Base64.getUrlDecoder().decode(name), StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** HMAC-SHA256 of a text in UTF-8. */
    static byte[] mac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
