package dev.berth.cli.replay;

import dev.berth.cli.console.BadInput;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.model.BadValue;
import picocli.CommandLine.Option;

/** The option {@code --admission}, for the commands that replay jobs. */
public final class AdmissionOption {
    @Option(
            names = "--admission",
            paramLabel = "NAME",
            defaultValue = Admissions.DEFAULT,
            description = "What may move to make room for a job: direct (nothing), replan, reschedule-shuffle,"
                    + " reschedule-fifo, reschedule-bjf, reschedule-lff, reschedule-edf, or a class on BERTH_CLASS_PATH."
                    + " Default: ${DEFAULT-VALUE}.")
    private String name = Admissions.DEFAULT;

    /** The name of an admission policy; throws {@link BadInput} if there is none of that name. */
    public String name() {
        try {
            return Admissions.checked(name);
        } catch (BadValue e) {
            throw new BadInput("--admission: \"%s\" is unknown; %s".formatted(name, e.rule()));
        }
    }
}
