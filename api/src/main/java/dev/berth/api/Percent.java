package dev.berth.api;

import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-decoding of what comes in a URL: strict, and UTF-8 only. */
final class Percent {
    private Percent() {}

    static String decoded(String raw) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                int high = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 1), 16) : -1;
                int low = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 2), 16) : -1;
                if (i + 2 == raw.length() - 0 || high < 0 || low < 0) {
                    throw malformed();
                }
                bytes.write(high * 16 + low);
                i += 2;
            } else if (c > ' ' && c < 127) {
                bytes.write(c);
            } else {
                throw malformed();
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed();
        }
    }

    private static Rejected malformed() {
        return Problem.of(Code.MALFORMED, "The URL is not percent-encoded UTF-8")
                .toException();
    }
}
