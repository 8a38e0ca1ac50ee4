package dev.berth.lab.experiment;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.workload.CastilloWorkload.Deadline;
import dev.berth.lab.workload.Level;
import dev.berth.lab.workload.gpu.GpuTrace;
import dev.berth.lab.workload.swf.Trace;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Options of a run that the user may set.
 *
 * @param jobs jobs in a run, or null for the default of the scale
 * @param runs independent runs for each point, or null for the default of the scale
 * @param policies classes of the user's own, shown beside the paper's
 * @param system servers, levels and deadlines, where they are not the paper's
 * @param traces logs to run instead of the built-in workload; most experiments take one at most
 * @param choices values of {@link OpenParameter}s that are not the default, by name
 * @param gpuTrace tasks of a GPU cluster to take instead of the built-in ones, or null
 */
public record Options(
        Scale scale,
        long seed,
        @Nullable Integer jobs,
        @Nullable Integer runs,
        List<String> policies,
        SimulatedSystem system,
        List<Trace> traces,
        Map<String, String> choices,
        @Nullable GpuTrace gpuTrace) {
    public Options {
        policies = List.copyOf(policies);
        traces = List.copyOf(traces);
        choices = Collections.unmodifiableSortedMap(new TreeMap<>(choices));
    }

    /** Without tasks of a GPU cluster. */
    public Options(
            Scale scale,
            long seed,
            @Nullable Integer jobs,
            @Nullable Integer runs,
            List<String> policies,
            SimulatedSystem system,
            @Nullable Trace trace,
            Map<String, String> choices) {
        this(scale, seed, jobs, runs, policies, system, trace == null ? List.of() : List.of(trace), choices, null);
    }

    /** All else as it usually is. */
    public static Options of(Scale scale, long seed) {
        return new Options(scale, seed, null, null, List.of(), SimulatedSystem.PAPERS);
    }

    /** The log to run instead of the built-in workload, of an experiment that takes one; null if there is none. */
    public @Nullable Trace trace() {
        return traces.isEmpty() ? null : traces.getFirst();
    }

    /** The same with logs. */
    public Options withTraces(List<Trace> logs) {
        return new Options(scale, seed, jobs, runs, policies, system, logs, choices, gpuTrace);
    }

    /** The same with tasks of a GPU cluster. */
    public Options withGpuTrace(GpuTrace tasks) {
        return new Options(scale, seed, jobs, runs, policies, system, traces, choices, tasks);
    }

    /** With every choice left open as it usually is. */
    public Options(
            Scale scale,
            long seed,
            @Nullable Integer jobs,
            @Nullable Integer runs,
            List<String> policies,
            SimulatedSystem system,
            @Nullable Trace trace) {
        this(scale, seed, jobs, runs, policies, system, trace, Map.of());
    }

    /** Without a trace. */
    public Options(
            Scale scale,
            long seed,
            @Nullable Integer jobs,
            @Nullable Integer runs,
            List<String> policies,
            SimulatedSystem system) {
        this(scale, seed, jobs, runs, policies, system, null);
    }

    /**
     * The simulated system.
     *
     * @param levels levels of heterogeneity of the user's own; empty for the figure's
     * @param slackHours castillo's q
     * @param loads loads of the user's own; empty for the figure's
     */
    public record SimulatedSystem(
            int servers, List<Level> levels, double slackHours, Deadline deadlines, List<Double> loads) {
        public static final SimulatedSystem PAPERS = new SimulatedSystem(120, List.of(), 20, Deadline.AFTER_SIZE);

        public SimulatedSystem {
            levels = List.copyOf(levels);
            loads = List.copyOf(loads);
        }

        /** At the figure's loads. */
        public SimulatedSystem(int servers, List<Level> levels, double slackHours, Deadline deadlines) {
            this(servers, levels, slackHours, deadlines, List.of());
        }
    }

    /**
     * With the choices that concern these parameters alone: several experiments may be run at once.
     *
     * @throws BadValue if one is not a value that its parameter has
     */
    Options about(List<OpenParameter> parameters) {
        Map<String, String> own = new TreeMap<>();
        for (OpenParameter parameter : parameters) {
            String value = choices.get(parameter.name());
            if (value != null) {
                parameter.check(value);
                own.put(parameter.name(), value);
            }
        }
        return new Options(scale, seed, jobs, runs, policies, system, traces, own, gpuTrace);
    }

    /** The same run by another reading of the paper. */
    public Options under(Reading reading) {
        Map<String, String> all = new TreeMap<>(choices);
        all.putAll(reading.choices());
        return new Options(scale, seed, jobs, runs, policies, system, traces, all, gpuTrace);
    }

    /** The seed of one run: the same for all that is compared in it. */
    public static long runSeed(long seed, int run) {
        return seed * 1_000_003 + run;
    }

    /** Settings that every report lists first; the experiment adds its own. */
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("scale", scale.name().toLowerCase(Locale.ROOT));
        settings.put("seed", Long.toString(seed));
        if (runs != null) {
            settings.put("runs", Integer.toString(runs));
        }
        if (!choices.isEmpty()) {
            settings.put(
                    "set",
                    choices.entrySet().stream()
                            .map(choice -> choice.getKey() + "=" + choice.getValue())
                            .collect(Collectors.joining(" ")));
        }
        return settings;
    }

    /** The jobs in a run: what the user set, or what the scale says. */
    public int jobsOr(int smoke, int quick, int paper) {
        return jobs != null ? jobs : byScale(smoke, quick, paper);
    }

    /** The independent runs for each point: what the user set, or what was planned for the scale. */
    public int runs(PlannedRuns planned) {
        return runs != null ? runs : byScale(planned.smoke(), planned.quick(), planned.paper());
    }

    private int byScale(int smoke, int quick, int paper) {
        return switch (scale) {
            case SMOKE -> smoke;
            case QUICK -> quick;
            case PAPER -> paper;
        };
    }
}
