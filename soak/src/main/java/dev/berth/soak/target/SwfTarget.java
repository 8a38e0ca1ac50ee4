package dev.berth.soak.target;

import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.SwfReader;
import dev.berth.soak.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/** Logs in the Standard Workload Format. */
public final class SwfTarget implements FuzzTarget {
    @Override
    public String name() {
        return "swf";
    }

    @Override
    public List<String> words() {
        return List.of("; MaxProcs: ", "; MaxNodes: ", "; UnixStartTime: ", " -1", "\n", "\t", "; Version: 2.2\n");
    }

    @Override
    public void read(byte[] input) throws IOException {
        try (SwfReader reader = SwfReader.open("fuzz", new ByteArrayInputStream(input), OptionalInt.empty())) {
            while (reader.hasNext()) {
                reader.next();
            }
        } catch (BadTrace e) {
            // refused as documented
        }
    }
}
