package dev.berth.wire.program;

import java.io.IOException;

/** How a program ended, or that it was ended. */
public sealed interface Ending {
    /** It ended by itself, within its limits. */
    record Exited(int code, String out, String err) implements Ending {
        public boolean isGood() {
            return code == 0;
        }
    }

    /** It could not be started, or its output not be read. */
    record Failed(IOException cause) implements Ending {}

    /** It took longer than it may, and was killed; {@code err} is what it had said by then. */
    record Late(String err) implements Ending {}

    /** It printed more than is read, and was killed. */
    record TooMuch() implements Ending {}

    /** The thread that waited for it was interrupted, and still is; the program was killed. */
    record Interrupted() implements Ending {}
}
