package dev.berth.sandbox;

/** Output of a command, and its exit code. */
public record ProgramOutput(int code, String out, String err) {
    /** Its output, without the last line's end; throws if the command failed. */
    public String orThrow() {
        if (code != 0) {
            throw new IllegalStateException("exit code %d: %s%s".formatted(code, err, out));
        }
        return out.strip();
    }
}
