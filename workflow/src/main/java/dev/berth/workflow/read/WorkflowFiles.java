package dev.berth.workflow.read;

import dev.berth.workflow.model.BadWorkflow;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads workflows: WfCommons WfFormat, Pegasus DAX or Berth's own JSON, gzipped or not. What it is, is told by what is in
 * it, not by its name.
 */
public final class WorkflowFiles {
    /** A byte order mark and some blank lines. */
    private static final int LOOK_AHEAD = 1024;

    private static final char NOTHING = 0;

    private WorkflowFiles() {}

    /**
     * Reads a file.
     *
     * @throws BadWorkflow with the place in the file and what is wrong there
     * @throws IOException if the file cannot be read
     */
    public static ReadWorkflow read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, FileLimits.USUAL);
        }
    }

    /** The same from a stream, which is not closed. */
    public static ReadWorkflow read(InputStream in, FileLimits limits) throws IOException {
        return Input.parse(in, limits.bytes(), text -> switch (first(text)) {
            case '<' -> DaxReader.read(text, limits);
            case '{' -> JsonReader.read(text, limits);
            case NOTHING ->
                throw new BadWorkflow("file", "it is empty; a workflow is in WfFormat, DAX or Berth's own JSON");
            default ->
                throw new BadWorkflow(
                        "file", "it is neither JSON nor XML; a workflow is in WfFormat, DAX or Berth's own JSON");
        });
    }

    /** The first letter, whatever the encoding; {@link #NOTHING} if there is none. */
    private static char first(BufferedInputStream text) throws IOException {
        text.mark(LOOK_AHEAD);
        byte[] start = text.readNBytes(LOOK_AHEAD);
        text.reset();
        for (byte each : start) {
            // Letters of markup are ASCII; what is around them is blank, a byte order mark or half of a wide letter.
            if (each > ' ') {
                return (char) each;
            }
        }
        return NOTHING;
    }
}
