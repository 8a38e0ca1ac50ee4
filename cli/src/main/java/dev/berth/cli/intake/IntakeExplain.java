package dev.berth.cli.intake;

import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.cli.csv.Source;
import dev.berth.cli.replay.Json;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Intake;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.BadValue;
import java.io.IOException;

/** {@code berth intake explain}. */
final class IntakeExplain implements Command {
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
                "Prints each phase by which a round is ordered, and the final order.",
                "The file is JSON: {\"users\": [{\"name\": \"ann\", \"priority\": 9}, ...],"
                        + " \"jobs\": [{\"name\": \"a1\", \"user\": \"ann\", \"length\": 30}, ...]}, both in the order they"
                        + " came. Instead of a priority a user may have \"paying\" and \"rank\": it is their mean, rounded up."
                        + " A job that earlier rounds put off has \"deferrals\".");
        syntax.parameter("FILE", "Users and jobs; - is standard input.", value -> file = value);
        syntax.integer(
                        "--sd",
                        "NUMBER",
                        "Users whose priorities differ by more are not of like priority",
                        value -> significantDifference = value)
                .byDefault(Priority.LEVELS / 2);
        syntax.integer("--n", "NUMBER", "So many jobs of the higher of two such users go on", value -> most = value)
                .byDefault("3");
        syntax.text("--sorting", "NAME", "shortest, longest or first-come", value -> sorting = value)
                .byDefault("shortest");
        syntax.integer(
                        "--patience",
                        "ROUNDS",
                        "A job put off so many times goes on whatever N is",
                        value -> patience = value)
                .byDefault(Excess.Defer.DEFAULT_PATIENCE);
        syntax.flag(
                "--discard",
                "Turn away what exceeds N, as the paper does, instead of putting it off.",
                () -> discard = true);
        syntax.flag("--json", "The phases and the order as JSON.", () -> json = true);
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
                                ? Json.of(ExplainedRound.of(read, rules, round)) + "\n"
                                : new RoundText(read, rules).text(round));
        return ExitCode.DONE;
    }

    private Rules rules() {
        try {
            Excess excess = discard ? new Excess.Discard() : new Excess.Defer(patience);
            return new Rules(significantDifference, most, Sorting.of(sorting), excess);
        } catch (BadValue e) {
            throw new BadInput("--%s: \"%s\" is not right; %s".formatted(e.field(), e.value(), e.rule()));
        }
    }
}
