package dev.berth.cli.intake;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.cli.csv.Source;
import dev.berth.cli.replay.RecordJson;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Intake;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.BadValue;
import java.io.IOException;

/** {@code berth intake explain}. */
final class IntakeExplain implements ShellCommand {
    private final Streams streams;

    private String file = "";

    private int significantDifference = Priority.LEVELS / 2;

    private int most = 3;

    private String sorting = "shortest";

    private int patience = Excess.Defer.DEFAULT_PATIENCE;

    private boolean discard;

    private boolean json;

    IntakeExplain(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Orders the requests of one round by the priorities of their users, and prints each phase and the final order.",
                "FILE is JSON: {\"users\": [{\"name\": \"ann\", \"priority\": 9}, ...], \"jobs\": [{\"name\": \"a1\", \"user\": \"ann\", \"length\": 30}, ...]}, both in order of arrival. Instead of \"priority\", a user may have \"paying\" and \"rank\"; the priority is their mean, rounded up. A job deferred by earlier rounds has \"deferrals\".");
        syntax.parameter("FILE", "Users and jobs; - reads standard input", value -> file = value);
        syntax.integer(
                        "--sd",
                        "NUMBER",
                        "Significant difference: users whose priorities differ by more compete as unequal",
                        value -> significantDifference = value)
                .byDefault(Priority.LEVELS / 2);
        syntax.integer(
                        "--n",
                        "NUMBER",
                        "Number of jobs that the higher of two unequal users may decide first",
                        value -> most = value)
                .byDefault("3");
        syntax.text("--sorting", "NAME", "Order of jobs: shortest, longest or first-come", value -> sorting = value)
                .byDefault("shortest");
        syntax.integer(
                        "--patience",
                        "ROUNDS",
                        "Decide a job after it was deferred this many times, whatever N is",
                        value -> patience = value)
                .byDefault(Excess.Defer.DEFAULT_PATIENCE);
        syntax.flag(
                "--discard",
                "Reject jobs that exceed N, as the paper does, instead of deferring them",
                () -> discard = true);
        syntax.flag("--json", "Print the phases and the order as JSON", () -> json = true);
        syntax.examples("berth intake explain round.json --sd 5 --n 3");
    }

    @Override
    public int run() throws IOException {
        Rules rules = rules();
        RoundFile read;
        try (Source source = Source.open(file, streams.in())) {
            read = RoundFile.read(source);
        }
        Round round = Intake.order(rules, read.users(), read.requests());
        streams.out()
                .print(
                        json
                                ? RecordJson.of(ExplainedRound.of(read, rules, round)) + "\n"
                                : new RoundText(read, rules).text(round));
        return ExitCode.DONE;
    }

    private Rules rules() {
        try {
            Excess excess = discard ? new Excess.Discard() : new Excess.Defer(patience);
            return new Rules(significantDifference, most, Sorting.of(sorting), excess);
        } catch (BadValue e) {
            throw new BadInput("--%s: \"%s\" %s".formatted(e.field(), e.value(), e.rule()));
        }
    }
}
