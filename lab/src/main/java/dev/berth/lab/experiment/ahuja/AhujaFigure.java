package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.experiment.Reading;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A figure of ahuja's evaluation, with Berth's own default beside the paper's schedulers. All are of the same runs. */
abstract class AhujaFigure implements Experiment<AhujaRun> {
    private static final String PERCENTAGE = "jobs that seek advance reservation (%)";

    private final String id;
    private final String title;

    AhujaFigure(String id, String title) {
        this.id = id;
        this.title = title;
    }

    abstract List<Panel> panels(AhujaResults results);

    abstract List<Claim> claims(AhujaResults results);

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final Class<AhujaRun> measures() {
        return AhujaRun.class;
    }

    @Override
    public List<OpenParameter> parameters() {
        return AhujaReading.PARAMETERS;
    }

    @Override
    public final PlannedRuns plannedRuns() {
        return AhujaSweep.RUNS;
    }

    @Override
    public final List<Reading> readings(Options options) {
        return AhujaReading.readings(parameters(), options);
    }

    @Override
    public final List<Cell<AhujaRun>> cells(Options options) {
        return AhujaSweep.of(options).cells();
    }

    @Override
    public final List<Cell<AhujaRun>> cellsOfClaims(Options options) {
        return AhujaSweep.of(options).ofClaims().cells();
    }

    @Override
    public final List<Claim> claims(Options options, Map<String, AhujaRun> byKey) {
        return claims(new AhujaResults(AhujaSweep.of(options), byKey));
    }

    @Override
    public final Figure figure(Options options, Map<String, AhujaRun> byKey) {
        AhujaSweep sweep = AhujaSweep.of(options);
        AhujaResults results = new AhujaResults(sweep, byKey);
        return new Figure(
                id,
                title,
                "ahuja, simulation environment and results",
                sweep.settings(options),
                panels(results),
                claims(results),
                List.of(
                        "A job seeks advance reservation with the given probability, for a start that is uniform in the day, unless set otherwise;"
                                + " it is rejected if no resource has an element then. The others start as soon as an"
                                + " element of a random resource is free, and are never rejected.",
                        "DPSAR is drawn by two readings: two users at a time, as its text says, of which the claims speak unless"
                                + " set otherwise; and with all neighbours of like priority merged, which are all users unless"
                                + " priorities are wide. With ten levels, five users each and SD 5 no two"
                                + " neighbours differ significantly, so that N holds nobody back and nothing is deferred.",
                        "Ageing with a policy takes the order of DPSAR, chooses resources itself, and keeps everything within"
                                + " the day: what does not fit is rejected, also among those that seek no reservation."
                                + " Nothing in a deadline says that earlier is better: level spreads over the day those that"
                                + " are not in a hurry, so that those that are find room, and earliest fills the slowest"
                                + " resource that still meets the deadline before it takes a faster one. So the order decides"
                                + " who finds room, and hardly who waits."));
    }

    static Panel byPercentage(
            AhujaResults results, String quantity, String title, String unit, ToDoubleFunction<AhujaRun> value) {
        List<Curve> curves = new ArrayList<>();
        for (AhujaWay way : results.sweep().ways()) {
            curves.add(new Curve(
                    way.name(),
                    AhujaSweep.PERCENTAGES.stream()
                            .map(percent -> new Point(percent, results.estimate(way, percent, value)))
                            .toList()));
        }
        return new Panel(quantity, title, PERCENTAGE, unit, false, curves);
    }
}
