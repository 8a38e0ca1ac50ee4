package dev.berth.soak.target;

import dev.berth.soak.fuzz.FuzzTarget;
import java.util.LinkedHashMap;
import java.util.Map;

/** All targets by name. A new reader is one file beside the others and one line here. */
public final class Targets {
    private static final Map<String, Class<? extends FuzzTarget>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("workflow", WorkflowTarget.class);
        ALL.put("machines", MachinesTarget.class);
        ALL.put("sites", SitesTarget.class);
        ALL.put("json", JobTarget.class);
        ALL.put("yaml", YamlTarget.class);
        ALL.put("rrule", RecurrenceTarget.class);
        ALL.put("time", TimeTarget.class);
        ALL.put("swf", SwfTarget.class);
        ALL.put("gpu-trace", GpuTraceTarget.class);
        ALL.put("csv", CsvTarget.class);
        ALL.put("curve", CurveTarget.class);
        ALL.put("intake", IntakeTarget.class);
        ALL.put("slurm", SlurmTarget.class);
        ALL.put("http", HttpTarget.class);
        ALL.put("uses", UsesTarget.class);
    }

    private Targets() {}

    public static Map<String, Class<? extends FuzzTarget>> all() {
        return Map.copyOf(ALL);
    }
}
