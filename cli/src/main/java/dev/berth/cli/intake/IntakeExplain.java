package dev.berth.cli.intake;

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
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth intake explain}. */
@Command(
        name = "explain",
        description = {
            "Prints each phase by which a round is ordered, and the final order.",
            "",
            "The file is JSON: {\"users\": [{\"name\": \"ann\", \"priority\": 9}, ...],"
                    + " \"jobs\": [{\"name\": \"a1\", \"user\": \"ann\", \"length\": 30}, ...]}, both in the order they"
                    + " came. Instead of a priority a user may have \"paying\" and \"rank\": it is their mean, rounded up."
                    + " A job that earlier rounds put off has \"deferrals\".",
            ""
        },
        footer = {"", "Example:", "  berth intake explain round.json --sd 5 --n 3"})
final class IntakeExplain implements Callable<Integer> {
    private final Streams streams;

    @Parameters(paramLabel = "FILE", description = "Users and jobs; - is standard input.")
    private String file = "";

    @Option(
            names = "--sd",
            paramLabel = "NUMBER",
            defaultValue = "" + Priority.LEVELS / 2,
            description =
                    "Users whose priorities differ by more are not of like priority; ${DEFAULT-VALUE} unless told.")
    private int significantDifference;

    @Option(
            names = "--n",
            paramLabel = "NUMBER",
            defaultValue = "3",
            description = "So many jobs of the higher of two such users go on; ${DEFAULT-VALUE} unless told.")
    private int most;

    @Option(
            names = "--sorting",
            paramLabel = "NAME",
            defaultValue = "shortest",
            description = "shortest, longest or first-come; ${DEFAULT-VALUE} unless told.")
    private String sorting = "";

    @Option(
            names = "--patience",
            paramLabel = "ROUNDS",
            defaultValue = "" + Excess.Defer.DEFAULT_PATIENCE,
            description = "A job put off so many times goes on whatever N is; ${DEFAULT-VALUE} unless told.")
    private int patience;

    @Option(
            names = "--discard",
            description = "Turn away what exceeds N, as the paper does, instead of putting it off.")
    private boolean discard;

    @Option(names = "--json", description = "The phases and the order as JSON.")
    private boolean json;

    IntakeExplain(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
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
