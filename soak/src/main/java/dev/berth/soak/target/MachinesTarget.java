package dev.berth.soak.target;

import dev.berth.soak.fuzz.FuzzTarget;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.read.MachineFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/** Files of machines to plan a workflow on. */
public final class MachinesTarget implements FuzzTarget {
    @Override
    public String name() {
        return "machines";
    }

    @Override
    public List<String> words() {
        return List.of("\"machines\":", "\"rate\":", "\"count\":", "\"busy\":", "\"links\":", "\"between\":", "{", "}");
    }

    @Override
    public void read(byte[] input) {
        try {
            MachineFiles.read(new ByteArrayInputStream(input));
        } catch (BadWorkflow | IOException e) {
            // refused as documented
        }
    }
}
