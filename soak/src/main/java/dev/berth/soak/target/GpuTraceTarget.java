package dev.berth.soak.target;

import dev.berth.lab.workload.gpu.GpuTrace;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.soak.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/** Lists of pods of a GPU cluster. */
public final class GpuTraceTarget implements FuzzTarget {
    @Override
    public String name() {
        return "gpu-trace";
    }

    @Override
    public List<String> words() {
        return List.of(
                "cpu_milli,memory_mib,num_gpu,gpu_milli,creation_time,deletion_time,scheduled_time\n",
                "1000,",
                "0,",
                "1,",
                "\n",
                ".0,");
    }

    @Override
    public void read(byte[] input) throws IOException {
        try {
            GpuTrace.read("fuzz", "fuzz", new ByteArrayInputStream(input)).requests();
        } catch (BadTrace e) {
            // refused as documented
        }
    }
}
