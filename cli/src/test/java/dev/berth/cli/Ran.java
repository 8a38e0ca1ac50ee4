package dev.berth.cli;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;

/** Exit code and output of a run of the program in this process. */
public record Ran(int code, String out, String err) {
    public static Ran berth(String... args) {
        return withInput(new byte[0], args);
    }

    public static Ran withInput(byte[] input, String... args) {
        return with(input, Map.of(), Clock.systemUTC(), args);
    }

    public static Ran with(byte[] input, Map<String, String> variables, Clock clock, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        InputStream in = new ByteArrayInputStream(input);
        int code = Berth.run(args, new Environment(new Streams(in, printing(out), printing(err)), variables, clock));
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
