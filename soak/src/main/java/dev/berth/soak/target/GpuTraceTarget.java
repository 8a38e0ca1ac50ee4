package dev.berth.soak.target;

import dev.berth.lab.workload.gpu.GpuCardLog;
import dev.berth.lab.workload.gpu.GpuTrace;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.soak.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/** Traces of GPU clusters: lists of pods, and the logs of Helios and Philly. */
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
                ".0,",
                "gpu_num,cpu_num,node_num,submit_time,start_time,end_time\n",
                "2020-06-09 18:41:27,",
                "None,",
                "[{\"submitted_time\": \"2017-10-07 01:11:39\", \"attempts\": [",
                "{\"start_time\": \"2017-10-07 01:12:00\", \"end_time\": \"2017-10-07 01:13:00\", \"detail\": [",
                "{\"ip\": \"m1\", \"gpus\": [\"gpu0\", \"gpu1\"]}",
                "]}",
                "null");
    }

    @Override
    public void read(byte[] input) throws IOException {
        try {
            GpuTrace trace = GpuTrace.read("fuzz", "fuzz", new ByteArrayInputStream(input));
            trace.requests();
            new GpuCardLog(trace, OptionalInt.empty()).forEachRemaining(job -> {});
        } catch (BadTrace e) {
            // refused as documented
        }
    }
}
