package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.simulation.RunResult;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A figure of ahuja's evaluation. All of them are of the same runs. */
record AhujaFigure(String id, String title, Drawing drawing, Function<AhujaClaims, List<Claim>> claims)
        implements Experiment {
    /** How results become panels. */
    @FunctionalInterface
    interface Drawing {
        List<Panel> panels(AhujaSweep sweep, Map<String, RunResult> results);
    }

    @Override
    public List<Cell> cells(Options options) {
        return AhujaSweep.of(options).cells();
    }

    @Override
    public Figure figure(Options options, Map<String, RunResult> results) {
        AhujaSweep sweep = AhujaSweep.of(options);
        return new Figure(
                id,
                title,
                "ahuja, simulation environment and results",
                sweep.settings(options),
                drawing.panels(sweep, results),
                claims.apply(new AhujaClaims(sweep, results)),
                List.of(
                        "A job seeks advance reservation with the given probability, for a start that is uniform in the day;"
                                + " it is rejected if no resource has an element then. The others start as soon as an"
                                + " element of a random resource is free, and are never rejected.",
                        "DPSAR is run by two readings: two users at a time, as its text says; and with all neighbours of like"
                                + " priority merged, which here are all users. With ten levels, five users each and SD 5 no two"
                                + " neighbours differ significantly, so that N holds nobody back and nothing is deferred.",
                        "Ageing with a policy takes the order of DPSAR, chooses resources itself, and keeps everything within"
                                + " the day: what does not fit is rejected, also among those that seek no reservation."
                                + " Nothing in a deadline says that earlier is better: level spreads over the day those that"
                                + " are not in a hurry, so that those that are find room, and earliest fills the slowest"
                                + " resource that still meets the deadline before it takes a faster one. So the order decides"
                                + " who finds room, and hardly who waits."));
    }
}
