package dev.berth.cli.run.slurm;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Passes on what another machine appends to a file. */
final class GrowingFile {
    private final Path file;
    private final PrintStream to;
    private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
    private long passed;

    GrowingFile(Path file, PrintStream to) {
        this.file = file;
        this.to = to;
    }

    /** Opens the file anew each time: only then does a file system of the network look at the other machine's file. */
    void pass() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (channel.read(buffer.clear(), passed) > 0) {
                to.write(buffer.array(), 0, buffer.position());
                passed += buffer.position();
            }
            to.flush();
        } catch (IOException e) {
            // The next time.
        }
    }
}
