package dev.berth.soak.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that serves, and what can be done to it. */
public final class Victim implements AutoCloseable {
    private final Process process;
    private final int port;
    private final String token;

    private Victim(Process process, int port, String token) {
        this.process = process;
        this.port = port;
        this.token = token;
    }

    /** @param fileBytes beyond which the system lets no file grow, as on a full disk; 0 for no such limit */
    static Victim start(Path site, Path data, Path log, long fileBytes) throws IOException {
        return start(SoakInstance.class, List.of(site.toString(), data.toString()), log, fileBytes);
    }

    /** A process of a class that says {@code ready PORT TOKEN} when it serves. */
    public static Victim start(Class<?> server, List<String> arguments, Path log, long fileBytes) throws IOException {
        List<String> command = new ArrayList<>();
        if (fileBytes > 0) {
            command.addAll(List.of("sh", "-c", "ulimit -f " + (fileBytes / 512 + 1) + " && exec \"$@\"", "sh"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                server.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        while (line != null && !line.startsWith("ready ")) {
            line = out.readLine();
        }
        if (line == null) {
            process.destroyForcibly();
            throw new IOException("the service did not start; see " + log);
        }
        String[] words = line.split(" ", -1);
        return new Victim(process, Integer.parseInt(words[1]), words[2]);
    }

    public int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** Signs in once as the administrator. */
    public String token() {
        return token;
    }

    public void moveClock(long millis) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((millis + "\n").getBytes(StandardCharsets.US_ASCII));
        in.flush();
    }

    /** Stands still, as a machine that swaps or is suspended. */
    public void pause(long millis) throws IOException, InterruptedException {
        signal("STOP");
        Thread.sleep(millis);
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Ends it in good order. */
    public void end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IOException("the service does not end");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
