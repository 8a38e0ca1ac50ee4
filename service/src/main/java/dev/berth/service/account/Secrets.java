package dev.berth.service.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Random names that cannot be guessed, and what is stored of those that are secret. */
public final class Secrets {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    /** This many random bytes in letters that fit into a URL, and do not look like an option on a command line. */
    public static String random(int bytes) {
        byte[] random = new byte[bytes];
        String text;
        do {
            RANDOM.nextBytes(random);
            text = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        } while (text.startsWith("-"));
        return text;
    }

    public static String tokenId() {
        byte[] random = new byte[6];
        RANDOM.nextBytes(random);
        return "t-" + HexFormat.of().formatHex(random);
    }

    public static String hash(String secret) {
        return hash(secret.getBytes(StandardCharsets.UTF_8));
    }

    public static String hash(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
