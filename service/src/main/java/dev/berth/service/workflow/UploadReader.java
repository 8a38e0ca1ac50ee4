package dev.berth.service.workflow;

import dev.berth.wire.json.ShownText;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.read.FileLimits;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.read.WorkflowFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Reads workflows from strangers: what is too large, or could not be told of again, is refused. */
public final class UploadReader {
    private static final FileLimits LIMITS = new FileLimits(64L << 20, 20_000, 200_000);
    private static final int MOST_TIMES = 200_000;
    private static final int LONGEST_ID = 150;

    private UploadReader() {}

    /**
     * Reads a file in any of the formats.
     *
     * @throws BadWorkflow if it is none, or not one for here
     */
    public static ReadWorkflow read(byte[] file) {
        if (file.length == 0) {
            throw new BadWorkflow("body", "it is empty; send a workflow in WfFormat, DAX or Berth's own JSON");
        }
        ReadWorkflow read;
        try {
            read = WorkflowFiles.read(new ByteArrayInputStream(file), LIMITS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long times = read.times().values().stream().mapToLong(Map::size).sum();
        if (times > MOST_TIMES) {
            throw new BadWorkflow("tasks", "they give " + times + " run times in pools; the limit is " + MOST_TIMES);
        }
        for (Task task : read.workflow().tasks()) {
            checkText("id of task " + shortened(task.id()), task.id());
            if (!task.kind().isEmpty()) {
                checkText("kind of task " + shortened(task.id()), task.kind());
            }
        }
        if (!read.workflow().name().isEmpty()) {
            checkText("name", read.workflow().name());
        }
        return read;
    }

    /** Checks a text that goes into names of reservations, calendars and logs. */
    private static void checkText(String what, String text) {
        if (text.length() > LONGEST_ID
                || text.chars().anyMatch(Character::isISOControl)
                || (!text.isEmpty() && !ShownText.isShown(text))
                || text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF)) {
            throw new BadWorkflow(what, "it has at most " + LONGEST_ID + " printable characters");
        }
    }

    private static String shortened(String id) {
        String printable = id.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() <= 40 ? printable : printable.substring(0, 40) + "...";
    }
}
