package dev.berth.cli.run;

import dev.berth.cli.console.Environment;
import dev.berth.cli.run.place.PlacedCommand;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Request to a command to end, before it is killed. */
@FunctionalInterface
interface Farewell {
    /** The usual one. */
    Farewell TERM = command -> command.send("TERM");

    /** Asks, without keeping the runner from looking at the clock meanwhile. */
    void ask(PlacedCommand command);

    /** Names of signals are words of capitals; everything else is a command. */
    Pattern SIGNAL = Pattern.compile("(SIG)?[A-Z][A-Z0-9]{1,9}");

    /**
     * Lets a command save its work.
     *
     * @param checkpoint the signal that it takes for that, such as {@code USR1}; or a command line that saves the work of the first
     *     command, which is sent TERM when that has ended; empty for TERM alone
     * @param variables what a command line sees beside the variables of this process
     */
    static Farewell of(String checkpoint, Map<String, String> variables) {
        if (checkpoint.isEmpty()) {
            return TERM;
        }
        if (SIGNAL.matcher(checkpoint).matches()) {
            String signal = checkpoint.startsWith("SIG") ? checkpoint.substring(3) : checkpoint;
            return command -> command.send(signal);
        }
        Map<String, String> seen = new LinkedHashMap<>(variables);
        return command -> Thread.ofPlatform().daemon().name("berth-checkpoint").start(() -> {
            save(checkpoint, seen);
            command.send("TERM");
        });
    }

    private static void save(String line, Map<String, String> variables) {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", line).inheritIO();
        builder.environment().remove(Environment.TOKEN);
        builder.environment().putAll(variables);
        try {
            builder.start().waitFor();
        } catch (IOException e) {
            // Without sh nothing was saved; the command is told to end all the same.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
