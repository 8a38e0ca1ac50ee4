package dev.berth.lab.experiment;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.experiment.ahuja.AhujaExperiments;
import dev.berth.lab.experiment.castillo.CastilloExperiments;
import dev.berth.lab.experiment.federation.Federation;
import dev.berth.lab.experiment.logs.EarlyStartsLogs;
import dev.berth.lab.experiment.netto.NettoExperiments;
import dev.berth.lab.experiment.recovery.RecoveryExperiments;
import dev.berth.lab.experiment.shifting.Shifting;
import dev.berth.lab.experiment.singh.SinghExperiments;
import dev.berth.lab.experiment.slices.SlicesExperiments;
import dev.berth.lab.experiment.zhao.ZhaoExperiments;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The registry of experiments, paper by paper. */
public final class Experiments {
    public static final List<Experiment<?>> ALL = Stream.<List<? extends Experiment<?>>>of(
                    CastilloExperiments.ALL,
                    CastilloExperiments.OVERRUNS,
                    NettoExperiments.ALL,
                    AhujaExperiments.ALL,
                    ZhaoExperiments.ALL,
                    SinghExperiments.ALL,
                    List.of(new Federation(), new Shifting(), new EarlyStartsLogs()),
                    SlicesExperiments.ALL,
                    RecoveryExperiments.ALL)
            .<Experiment<?>>flatMap(List::stream)
            .toList();

    /** Ids are names of directories and of jobs of a cluster. */
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    private Experiments() {}

    /** An experiment by its id, or by the full name of a class on the class path that is one and has a constructor without parameters. */
    public static Experiment<?> named(String name) {
        return ALL.stream()
                .filter(experiment -> experiment.id().equals(name))
                .<Experiment<?>>map(experiment -> experiment)
                .findFirst()
                .orElseGet(() -> ofClass(name));
    }

    private static Experiment<?> ofClass(String name) {
        Object created;
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            created = Class.forName(name, true, loader).getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw new BadValue("experiment", name, "must be one of " + ids(ALL) + ", or a class on the class path");
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new BadValue("experiment", name, "needs a public constructor without parameters: " + e);
        }
        if (!(created instanceof Experiment<?> experiment)) {
            throw new BadValue("experiment", name, "must be a class that implements Experiment");
        }
        String id = experiment.id();
        if (!ID.matcher(id).matches() || ALL.stream().anyMatch(each -> each.id().equals(id))) {
            throw new BadValue(
                    "experiment",
                    name,
                    "has the id \"" + id
                            + "\"; an id of your own has small letters, digits and single hyphens, and differs from those of berth lab list");
        }
        return experiment;
    }

    /** The name by which {@link #named} finds it. */
    public static String name(Experiment<?> experiment) {
        return ALL.contains(experiment)
                ? experiment.id()
                : experiment.getClass().getName();
    }

    /** The one of this id among those of a paper, whose measures are known there. */
    public static <E extends Experiment<?>> E get(List<E> experiments, String id) {
        return experiments.stream()
                .filter(experiment -> experiment.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new BadValue("experiment", id, "must be one of " + ids(experiments)));
    }

    private static String ids(List<? extends Experiment<?>> experiments) {
        return experiments.stream().map(Experiment::id).collect(Collectors.joining(", "));
    }
}
