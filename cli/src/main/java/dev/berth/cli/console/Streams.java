package dev.berth.cli.console;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Standard input, output and error, so that a test can bring its own. */
public record Streams(InputStream in, PrintStream out, PrintStream err) {
    /** Streams of this process; always UTF-8, whatever the locale, because the files are. */
    public static Streams ofProcess() {
        return new Streams(
                new FileInputStream(FileDescriptor.in),
                new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
    }
}
