package dev.berth.cli.slurm;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.Executables;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * The programs of Slurm on this machine. They get their arguments one by one, so that no shell reads what somebody wrote. One
 * that hangs, as {@code scontrol} does while the controller is down, is killed after a while.
 *
 * @param most bytes that are read of what a program prints
 */
record Programs(Map<String, String> variables, int most) {
    private static final List<String> ALL = List.of("sbatch", "scancel", "scontrol", "squeue");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Of what a program prints: a hundred thousand jobs in {@code squeue}. */
    private static final int MOST_BYTES = 64 << 20;

    /** As words come from the command line and go to the system. */
    private static final Charset ENCODING = Charset.forName(
            System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));

    static Programs of(Environment environment) {
        return new Programs(environment.variables(), MOST_BYTES);
    }

    /** More output than is read. */
    private static final class TooMuch extends RuntimeException {}

    /** What a program said. */
    record Said(int code, String out, String err) {
        boolean isGood() {
            return code == 0;
        }

        /** What was wrong, without the name of the program, which the user did not call. */
        String trouble() {
            return err.lines()
                    .map(line -> line.replaceFirst("^(sbatch|scancel|scontrol|squeue): ", "")
                            .replaceFirst("^error: ", "")
                            .strip())
                    .filter(line -> !line.isEmpty())
                    .reduce((earlier, later) -> earlier + "; " + later)
                    .orElse("exit code " + code);
        }
    }

    void require() {
        Executables executables = new Executables(variables.getOrDefault("PATH", ""));
        for (String program : ALL) {
            if (!executables.has(program)) {
                throw new BadInput(
                        "Slurm's program %s is not on this machine; run the command where you submit Slurm jobs, or install it (Debian: slurm-client)"
                                .formatted(program));
            }
        }
    }

    Said ask(List<String> words) {
        return ask(words, Map.of(), "");
    }

    /**
     * Runs a program to its end.
     *
     * @param more variables beside those of this process
     * @param input what it reads
     */
    Said ask(List<String> words, Map<String, String> more, String input) {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(variables);
        builder.environment().putAll(more);
        // What sbatch finds around it goes to Slurm, which keeps it with the job and gives it to the nodes.
        builder.environment().remove(Environment.TOKEN);
        try {
            Process process = builder.start();
            CompletableFuture<String> out = read(process.getInputStream());
            CompletableFuture<String> err = read(process.getErrorStream());
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(ENCODING));
            } catch (IOException e) {
                // It has ended without reading, and says why.
            }
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new Failed("Slurm does not answer: %s took longer than %d seconds"
                        .formatted(words.getFirst(), LIMIT.toSeconds()));
            }
            return new Said(process.exitValue(), out.join(), err.join());
        } catch (CompletionException e) {
            throw new Failed("Slurm's program %s printed more than %d MB, which is too much to read"
                    .formatted(words.getFirst(), most >> 20));
        } catch (IOException e) {
            throw new Failed("Cannot start Slurm's program " + words.getFirst(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("Interrupted");
        }
    }

    private CompletableFuture<String> read(InputStream stream) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("berth-reads-slurm").start(() -> {
            try (stream) {
                byte[] read = stream.readNBytes(most);
                // What comes after the limit is not kept, but read: the program must be able to end.
                if (stream.transferTo(OutputStream.nullOutputStream()) > 0) {
                    text.completeExceptionally(new TooMuch());
                } else {
                    text.complete(new String(read, ENCODING));
                }
            } catch (IOException e) {
                text.complete("");
            }
        });
        return text;
    }
}
