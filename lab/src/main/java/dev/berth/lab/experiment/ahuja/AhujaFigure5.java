package dev.berth.lab.experiment.ahuja;

import dev.berth.lab.experiment.OpenParameter;
import dev.berth.lab.experiment.ahuja.AhujaReading.Offset;
import dev.berth.lab.figure.Claim;
import dev.berth.lab.figure.Panel;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Figure 5 of ahuja: how far off the start that was asked for jobs start. */
final class AhujaFigure5 extends AhujaFigure {
    private static final String WHERE = "Figure 5";

    AhujaFigure5() {
        super("ahuja-fig5", "Average offset: how far off the start that was asked for, or guaranteed, jobs start");
    }

    @Override
    public List<OpenParameter> parameters() {
        return Stream.concat(AhujaReading.PARAMETERS.stream(), AhujaReading.OF_THE_OFFSET.stream())
                .toList();
    }

    @Override
    List<Panel> panels(AhujaResults results) {
        return List.of(
                byPercentage(results, "offset", "from the start asked for", "hours", AhujaRun::offsetHours),
                byPercentage(
                        results,
                        "delay",
                        "from the start guaranteed, run times differing",
                        "hours",
                        AhujaRun::delayHours));
    }

    @Override
    List<Claim> claims(AhujaResults results) {
        boolean isFromAsked = results.sweep().reading().offset() == Offset.ASKED;
        ToDoubleFunction<AhujaRun> offset = isFromAsked ? AhujaRun::offsetHours : AhujaRun::delayHours;
        Claim falls = results.trend("The average offset falls with the percentage.", WHERE, -1, offset);
        return List.of(
                // A request in advance gets the start that was asked for or is rejected, and counts with 0.
                isFromAsked ? falls.holdingByConstruction() : falls,
                results.better("The average offset is lower with DPSAR.", WHERE, -1, 0, 0, offset));
    }
}
