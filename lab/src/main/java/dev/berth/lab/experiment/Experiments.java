package dev.berth.lab.experiment;

import dev.berth.engine.model.BadValue;
import dev.berth.lab.experiment.ahuja.AhujaExperiments;
import dev.berth.lab.experiment.castillo.CastilloExperiments;
import dev.berth.lab.experiment.federation.Federation;
import dev.berth.lab.experiment.netto.NettoExperiments;
import dev.berth.lab.experiment.singh.SinghExperiments;
import dev.berth.lab.experiment.slices.SlicesExperiments;
import dev.berth.lab.experiment.zhao.ZhaoExperiments;
import java.util.List;
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
                    List.of(new Federation()),
                    SlicesExperiments.ALL)
            .<Experiment<?>>flatMap(List::stream)
            .toList();

    private Experiments() {}

    public static Experiment<?> get(String id) {
        return get(ALL, id);
    }

    /** The one of this id among those of a paper, whose measures are known there. */
    public static <E extends Experiment<?>> E get(List<E> experiments, String id) {
        return experiments.stream()
                .filter(experiment -> experiment.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new BadValue(
                        "experiment",
                        id,
                        "must be one of "
                                + experiments.stream().map(Experiment::id).collect(Collectors.joining(", "))));
    }
}
