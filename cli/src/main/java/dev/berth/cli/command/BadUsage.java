package dev.berth.cli.command;

/** The command line does not fit the syntax of the command. */
public final class BadUsage extends RuntimeException {
    private final String command;

    /**
     * @param command whose help explains what would be right, such as {@code berth list}
     */
    public BadUsage(String command, String message) {
        super(message, null, false, false);
        this.command = command;
    }

    public String command() {
        return command;
    }
}
