package dev.berth.soak.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes an input in one to eight places; the same seed gives the same inputs. */
public final class Mutator {
    static final int LONGEST = 1 << 16;

    /** Texts that have broken readers before, here and elsewhere. */
    private static final List<String> HOSTILE = List.of(
            "0",
            "-1",
            "2147483648",
            "9223372036854775807",
            "-9223372036854775809",
            "1e308",
            "1e999999999",
            "-1e-999999999",
            "0.1e2147483648",
            "NaN",
            "Infinity",
            "0x7f",
            "٣",
            "\u0000",
            "\ufeff",
            "\ud83d\ude00",
            "%s%n",
            "../../x",
            "${x}",
            "\r\n",
            "\"",
            "'",
            "<!--",
            "]]>",
            "&#x41;",
            "&lol;",
            "*a",
            "&a",
            "!!x",
            "1970-01-01T00:00:00Z",
            "+999999999-12-31T23:59:59Z",
            "PT0S",
            "P999999999D");

    private final SplittableRandom random;
    private final List<String> words;

    public Mutator(long seed, List<String> words) {
        this.random = new SplittableRandom(seed);
        this.words = words;
    }

    public byte[] mutated(List<byte[]> corpus) {
        byte[] input = pick(corpus);
        for (int changes = 1 << random.nextInt(4); changes > 0; changes--) {
            input = changed(input, corpus);
        }
        return input.length > LONGEST ? Arrays.copyOf(input, LONGEST) : input;
    }

    private byte[] changed(byte[] input, List<byte[]> corpus) {
        int at = random.nextInt(input.length + 1);
        int end = Math.min(input.length, at + 1 + random.nextInt(1 << random.nextInt(1, 9)));
        return switch (random.nextInt(13)) {
            case 0 -> flipped(input);
            case 1 -> replaced(input, at, end, new byte[0]);
            case 2 -> replaced(input, at, at, Arrays.copyOfRange(input, at, end));
            case 3 -> replaced(input, at, at, repeated(Arrays.copyOfRange(input, at, end)));
            case 4 -> replaced(input, at, end, bytes(pick(HOSTILE)));
            case 5, 6 -> replaced(input, at, random.nextBoolean() ? at : end, word());
            case 7, 8 -> numberReplaced(input, at);
            case 9 -> replaced(input, at, end, part(pick(corpus)));
            case 10 -> replaced(input, at, at, digits());
            case 11 -> Arrays.copyOf(input, at);
            default -> replaced(input, at, Math.min(input.length, at + 1), new byte[] {(byte) random.nextInt(256)});
        };
    }

    private byte[] flipped(byte[] input) {
        byte[] output = input.clone();
        if (output.length > 0) {
            output[random.nextInt(output.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return output;
    }

    private byte[] repeated(byte[] part) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int times = 1 << random.nextInt(12); times > 0 && out.size() < LONGEST; times--) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private byte[] word() {
        return bytes(words.isEmpty() ? pick(HOSTILE) : pick(words));
    }

    /** The next number in the text becomes another one: most rules are about numbers. */
    private byte[] numberReplaced(byte[] input, int from) {
        int at = from;
        while (at < input.length && !isDigit(input[at])) {
            at++;
        }
        int end = at;
        while (end < input.length && isDigit(input[end])) {
            end++;
        }
        byte[] number = switch (random.nextInt(4)) {
            case 0 -> bytes(pick(HOSTILE));
            case 1 -> bytes(Integer.toString(random.nextInt(100)));
            case 2 -> bytes(Long.toString(random.nextLong()));
            default -> digits();
        };
        return replaced(input, at, end, number);
    }

    private byte[] digits() {
        byte[] digits = new byte[1 << random.nextInt(15)];
        Arrays.fill(digits, (byte) ('0' + random.nextInt(10)));
        return digits;
    }

    private byte[] part(byte[] other) {
        int from = random.nextInt(other.length + 1);
        return Arrays.copyOfRange(other, from, Math.min(other.length, from + random.nextInt(1, 200)));
    }

    private static byte[] replaced(byte[] input, int from, int to, byte[] by) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(input.length + by.length);
        out.write(input, 0, from);
        out.writeBytes(by);
        out.write(input, to, input.length - to);
        return out.toByteArray();
    }

    private static boolean isDigit(byte letter) {
        return letter >= '0' && letter <= '9';
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
