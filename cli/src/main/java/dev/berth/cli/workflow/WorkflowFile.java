package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A workflow in a file, on its way to the service, which reads it. */
public final class WorkflowFile {
    /** Largest size of a file that the service accepts, in bytes. */
    private static final int MOST = 8 << 20;

    private WorkflowFile() {}

    /** Sends it as it is; what was assumed about it goes to standard error. */
    public static Reply send(Remote remote, String file) {
        Reply reply = remote.service().upload("/workflows", bytes(remote, file));
        if (reply.isGood()) {
            for (JsonNode note : reply.json().path("notes")) {
                remote.err().println(file + ": " + note.asText());
            }
        }
        return reply;
    }

    private static byte[] bytes(Remote remote, String file) {
        try {
            if (file.equals("-")) {
                return bounded(file, remote.environment().streams().in());
            }
            Path path = Path.of(file);
            if (!Files.isRegularFile(path)) {
                throw new BadInput(file + ": file not found; name a file, or - for standard input");
            }
            try (InputStream in = Files.newInputStream(path)) {
                return bounded(file, in);
            }
        } catch (InvalidPathException e) {
            throw new BadInput("\"" + file + "\" is not a file name: " + e.getReason());
        } catch (IOException e) {
            throw new Failed(file + ": cannot be read", e);
        }
    }

    private static byte[] bounded(String file, InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MOST + 1);
        if (bytes.length > MOST) {
            throw new BadInput(
                    file + ": it has more than " + MOST + " bytes; pack it with gzip, or split the workflow");
        }
        return bytes;
    }
}
