package dev.berth.soak.target;

import dev.berth.soak.fuzz.FuzzTarget;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.read.FileLimits;
import dev.berth.workflow.read.WorkflowFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/** Workflows as they are uploaded: DAX, WfFormat and Berth's own JSON, gzipped or not. */
public final class WorkflowTarget implements FuzzTarget {
    private static final FileLimits LIMITS = new FileLimits(1 << 20, 10_000, 100_000);

    @Override
    public String name() {
        return "workflow";
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"runtimeInSeconds\":",
                "\"tasks\":",
                "\"children\":",
                "\"parents\":",
                "\"sizeInBytes\":",
                "\"inputFiles\":",
                "\"outputFiles\":",
                "<job id=\"ID1\" runtime=\"1\">",
                "<uses file=\"f\" link=\"output\" size=\"1\"/>",
                "<child ref=\"ID1\">",
                "<parent ref=\"ID0\"/>",
                "</child>",
                "runtime=\"",
                "size=\"",
                "<!DOCTYPE x [<!ENTITY a \"b\">]>",
                "{",
                "}",
                "[",
                "]");
    }

    @Override
    public void read(byte[] input) {
        try {
            WorkflowFiles.read(new ByteArrayInputStream(input), LIMITS);
        } catch (BadWorkflow | IOException e) {
            // refused as documented
        }
    }
}
