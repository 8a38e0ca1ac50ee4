package dev.berth.cli.run;

import dev.berth.cli.run.ssh.Frame;
import dev.berth.cli.run.ssh.RelayConnection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Growing file whose new bytes are sent as they come. */
final class OutputTail implements AutoCloseable {
    private static final int CHUNK = 64 << 10;

    private final InputStream file;
    private final Frame.Kind kind;
    private final byte[] buffer = new byte[CHUNK];

    OutputTail(Path file, Frame.Kind kind) throws IOException {
        this.file = Files.newInputStream(file);
        this.kind = kind;
    }

    /** Sends what is new, up to a limit; whether there was something. */
    boolean pass(RelayConnection connection) throws IOException {
        int length = file.read(buffer);
        if (length <= 0) {
            return false;
        }
        connection.send(new Frame(kind, Arrays.copyOf(buffer, length)));
        return true;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
