package dev.berth.cli.run.ssh;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Message between the two ends of a run on another host: a letter for its kind, four bytes for its length, and its bytes. */
public final class Frame {
    /** Printed by the other end before its first frame, since a shell may print something before it. */
    public static final String HELLO = "berth-relay 1\n";

    /** Longest frame that is read: an order with an environment of certificates is far shorter. */
    private static final int MOST_BYTES = 1 << 20;

    /** Meaning of a message. */
    public enum Kind {
        /** The command that is to be run, in JSON. */
        ORDER('N'),
        /** Standard input. */
        INPUT('I'),
        /** The end of standard input. */
        INPUT_END('E'),
        /** The number of bytes of standard input that were taken; more may come. */
        TAKEN('A'),
        /** A signal for the command by its name; {@code STOP} ends it as {@code berth stop} does. */
        SIGNAL('S'),
        /** Nothing: the sender lives. */
        ALIVE('P'),
        /** The command has begun. */
        BEGUN('B'),
        /** Standard output. */
        OUTPUT('O'),
        /** Standard error. */
        ERROR('R'),
        /** The command has ended; its exit code. */
        ENDED('X'),
        /** Nothing was run; why. */
        NOTHING_RUN('F'),
        /** The end is known to the receiver, and nothing need be kept. */
        RECEIVED('Q');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        private static Kind of(int letter) throws IOException {
            for (Kind each : values()) {
                if (each.letter == letter) {
                    return each;
                }
            }
            throw new IOException("a message of an unknown kind has come; both hosts need the same version of berth");
        }
    }

    private final Kind kind;
    private final byte[] bytes;

    /** @param bytes kept as they are, not copied */
    public Frame(Kind kind, byte[] bytes) {
        this.kind = kind;
        this.bytes = bytes;
    }

    public Kind kind() {
        return kind;
    }

    /** Its bytes themselves, not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    /** A message with text. */
    public static Frame of(Kind kind, String text) {
        return new Frame(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The bytes as text. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Reads the next one.
     *
     * @throws EOFException if the connection has ended
     */
    public static Frame read(DataInputStream in) throws IOException {
        Kind kind = Kind.of(in.readUnsignedByte());
        int length = in.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("a message of %d bytes has come; at most %d are read".formatted(length, MOST_BYTES));
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new Frame(kind, bytes);
    }

    /** Writes it at once. Several threads may write. */
    public void writeTo(DataOutputStream out) throws IOException {
        synchronized (out) {
            out.writeByte(kind.letter);
            out.writeInt(bytes.length);
            out.write(bytes);
            out.flush();
        }
    }
}
