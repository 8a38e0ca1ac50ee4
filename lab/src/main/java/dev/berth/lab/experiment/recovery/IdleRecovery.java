package dev.berth.lab.experiment.recovery;

import dev.berth.lab.experiment.Cell;
import dev.berth.lab.experiment.MeasuredExperiment;
import dev.berth.lab.experiment.MeasuredRuns;
import dev.berth.lab.experiment.Measures;
import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.Options;
import dev.berth.lab.experiment.PlannedRuns;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Figure;
import dev.berth.lab.figure.Panel;
import java.util.List;
import java.util.Map;

/**
 * Recovery of time that is booked and not used: by early ends and no-shows that give it back, by ending what stays idle, by the
 * waiting list, and by a fee. Not from a paper; the claims are ours.
 */
final class IdleRecovery implements MeasuredExperiment {
    private static final String ID = "idle-recovery";
    private static final String TITLE = "Time that is booked and not used: what comes back into use";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public boolean takesTrace() {
        return true;
    }

    @Override
    public PlannedRuns plannedRuns() {
        return RecoverySweep.RUNS;
    }

    @Override
    public List<OpenParameter> parameters() {
        return RecoverySweep.PARAMETERS;
    }

    @Override
    public List<Cell<Measures>> cells(Options options) {
        return RecoverySweep.of(options).cells();
    }

    @Override
    public Figure figure(Options options, Map<String, Measures> byKey) {
        RecoverySweep sweep = RecoverySweep.of(options);
        RecoverySweep.Measured measured = new RecoverySweep.Measured(sweep, new MeasuredRuns(byKey));
        return new Figure(
                ID,
                TITLE,
                "none: Berth's own, on castillo's workload or a log",
                sweep.settings(),
                List.of(
                        panel(
                                "recovered",
                                "share of the idle time that comes into use",
                                RecoveryWay.RECOVERING.stream()
                                        .map(measured::recovered)
                                        .toList()),
                        panel(measured, "use", "share of server-time that is used", RecoveryTally.USE),
                        panel(measured, "idle", "share of server-time that is booked and idle", RecoveryTally.IDLE),
                        panel(
                                measured,
                                "needed-work-lost",
                                "share of the needed work that finds no room",
                                RecoveryTally.LOST),
                        panel(measured, "wait", "mean wait from ready to the start (hours)", RecoveryTally.WAIT),
                        list(measured, "listed", "mean time on the list until served (hours)", RecoveryTally.LISTED),
                        list(measured, "served", "share of the list that is served", RecoveryTally.SERVED)),
                new RecoveryClaims(measured).all(),
                List.of(
                        "Recovered: what is used beyond what is used if nothing is given back, over what is booked and idle then. Runs"
                                + " of one seed have the same jobs and habits in all ways.",
                        "A user does not come, is done early and says so, is done early and keeps the servers, or uses all; what is"
                                + " used is a uniform share of the booked time, from its start on. Servers that pause and are used"
                                + " again are not modelled: here nothing is ever ended that would have been used.",
                        "No-shows: no figure for compute is known to us. Appointments in medicine are missed in 8.0% (263,464 of one"
                                + " provider, PMC11149957) to 23% (mean of 105 studies; Dantas et al., Health Policy 122, 2018); the"
                                + " default of 10% is near the lower end. Early ends and idle tails: those who come use 80% of"
                                + " their time in the mean, as in netto 4.1; that a third of those who are done early keep their"
                                + " servers is an assumption.",
                        "Ended after an hour of idleness: as Northeastern's IdleBot does, two hours at Princeton (published policies"
                                + " of 2023 to 2025).",
                        "The fee: an assumption, not a measurement. A no-show that costs (1 + fee) times the price becomes rarer by"
                                + " (1 + fee)^-elasticity, and who is deterred cancels in time.",
                        "Use known beforehand: jobs are booked for the time they use, and those who would not come do not book. No bound,"
                                + " for another order of placements may do better.",
                        "Who still waits when the last job arrives has found no room."));
    }

    private static Panel panel(RecoverySweep.Measured measured, String quantity, String label, String measure) {
        return panel(
                quantity,
                label,
                RecoveryWay.ALL.stream()
                        .map(way -> measured.curve(way, measure))
                        .toList());
    }

    private static Panel list(RecoverySweep.Measured measured, String quantity, String label, String measure) {
        return panel(
                quantity,
                label,
                RecoveryWay.LISTS.stream()
                        .map(way -> measured.curve(way, measure))
                        .toList());
    }

    private static Panel panel(String quantity, String label, List<Curve> curves) {
        return new Panel(quantity, label, "load", label, false, curves);
    }
}
