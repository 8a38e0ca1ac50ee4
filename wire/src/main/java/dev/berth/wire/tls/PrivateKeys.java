package dev.berth.wire.tls;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Private keys in the forms that PEM files have them in: PKCS#8, and the older ones for RSA (PKCS#1) and elliptic curves
 * (SEC 1), which Java does not read. These are put into the envelope that PKCS#8 adds: a version, the kind of key, and the
 * old form as it is.
 */
final class PrivateKeys {
    private static final List<String> KINDS = List.of("RSA", "EC", "EdDSA");
    /** An RSA key of 16,384 bits has 9 KB. */
    private static final int MOST_BYTES = 50_000;

    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int PARAMETERS = 0xA0;
    private static final byte[] VERSION = {0x02, 0x01, 0x00};
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    private static final byte[] CURVES = HexFormat.of().parseHex("06072a8648ce3d0201");

    private PrivateKeys() {}

    /** @param label what stands after BEGIN in the file */
    static PrivateKey read(String label, byte[] content, Path file) {
        if (content.length > MOST_BYTES) {
            throw damaged(file);
        }
        byte[] envelope = switch (label) {
            case "RSA PRIVATE KEY" -> envelope(RSA, content);
            case "EC PRIVATE KEY" -> envelope(element(SEQUENCE, joined(CURVES, curve(content, file))), content);
            default -> content;
        };
        for (String kind : KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(envelope));
            } catch (InvalidKeySpecException e) {
                // Another kind, then.
            } catch (GeneralSecurityException e) {
                throw new UnusableCertificate("This Java cannot read %s keys".formatted(kind), e);
            }
        }
        throw damaged(file);
    }

    private static byte[] envelope(byte[] kind, byte[] key) {
        return element(SEQUENCE, joined(VERSION, kind, element(OCTETS, key)));
    }

    /** The name of the curve, which is in a field of SEC 1's form that may be left out, but is not by any known program. */
    private static byte[] curve(byte[] key, Path file) {
        try {
            int at = start(key, 0);
            while (at < key.length) {
                int inside = start(key, at);
                int end = inside + length(key, at);
                if ((key[at] & 0xFF) == PARAMETERS) {
                    return Arrays.copyOfRange(key, inside, end);
                }
                at = end;
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new UnusableCertificate("The key in %s is damaged".formatted(file), e);
        }
        throw new UnusableCertificate(
                "The key in %s does not name its curve; convert it with openssl pkcs8 -topk8 -nocrypt".formatted(file));
    }

    /** Where the content of the DER element at an index starts. */
    private static int start(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        return at + 2 + (first < 0x80 ? 0 : first & 0x7F);
    }

    private static int length(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = at + 2; i < start(der, at); i++) {
            length = (length << 8) | (der[i] & 0xFF);
        }
        if (length < 0) {
            throw new IllegalArgumentException("too long");
        }
        return length;
    }

    private static byte[] element(int tag, byte[] content) {
        int length = content.length;
        byte[] head = length < 0x80
                ? new byte[] {(byte) tag, (byte) length}
                : length < 0x100
                        ? new byte[] {(byte) tag, (byte) 0x81, (byte) length}
                        : new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
        return joined(head, content);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static UnusableCertificate damaged(Path file) {
        return new UnusableCertificate(
                "The key in %s is damaged, or of an unknown kind; RSA, EC and Ed25519 keys can be used"
                        .formatted(file));
    }
}
