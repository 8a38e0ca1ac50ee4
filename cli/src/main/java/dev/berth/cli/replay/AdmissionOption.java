package dev.berth.cli.replay;

import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.model.BadValue;

/** The option {@code --admission}, for the commands that replay jobs. */
public final class AdmissionOption {
    private String name = Admissions.DEFAULT;

    public void declare(Syntax syntax) {
        syntax.text(
                        "--admission",
                        "NAME",
                        "What may move to make room for a job: "
                                + String.join(", ", Admissions.names())
                                        .replace(Admissions.DEFAULT, Admissions.DEFAULT + " (nothing)")
                                + ", or a class on BERTH_CLASS_PATH",
                        value -> name = value)
                .byDefault(Admissions.DEFAULT);
    }

    /** The name of an admission policy; throws {@link BadInput} if there is none of that name. */
    public String name() {
        try {
            return Admissions.checked(name);
        } catch (BadValue e) {
            throw new BadInput("--admission: \"%s\" %s".formatted(name, e.rule()));
        }
    }
}
