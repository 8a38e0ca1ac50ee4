package dev.berth.lab.experiment;

import dev.berth.engine.model.BadValue;
import java.util.List;
import java.util.stream.Collectors;

/** The registry of experiments. */
public final class Experiments {
    public static final List<Experiment> ALL = List.of(
            CastilloFigures.figure2(),
            CastilloFigures.figure4(),
            CastilloFigures.figure5(),
            CastilloFigures.figure6(),
            new CastilloOpportunistic(),
            NettoFigures.figure1(),
            NettoFigures.figure2(),
            NettoFigures.figure3(),
            NettoFigures.figure4(),
            NettoFigures.figure5(),
            NettoFigures.figure6(),
            AhujaFigures.figure4(),
            AhujaFigures.figure5(),
            AhujaFigures.figure6(),
            AhujaFigures.figure7(),
            new ZhaoExample(),
            new ZhaoTable1(),
            new ZhaoTable2(),
            new ZhaoFigure9(),
            new SinghFigure4(),
            new SinghFigure5(),
            new SinghFigure6(),
            new SinghFigure9(),
            new SinghFigure10(),
            new SinghFigure11(),
            new SinghFigure12());

    private Experiments() {}

    public static Experiment get(String id) {
        return ALL.stream()
                .filter(experiment -> experiment.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new BadValue(
                        "experiment",
                        id,
                        "the experiments are "
                                + ALL.stream().map(Experiment::id).collect(Collectors.joining(", "))));
    }
}
