package dev.berth.cli.intake;

import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Phase;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.User;
import java.util.List;

/** A round as {@code --json} shows it. */
record ExplainedRound(List<Step> phases, List<String> order, List<String> left, String leftAre, int mostRounds) {
    record Step(String phase, List<String> users, List<String> goOn, List<String> left) {}

    static ExplainedRound of(RoundFile file, Rules rules, Round round) {
        return new ExplainedRound(
                round.phases().stream().map(phase -> step(file, phase)).toList(),
                names(file, round.order()),
                names(file, round.left()),
                rules.excess() instanceof Excess.Discard ? "discarded" : "deferred",
                rules.mostRounds());
    }

    private static Step step(RoundFile file, Phase phase) {
        List<String> goOn = names(file, phase.goOn());
        List<String> left = names(file, phase.left());
        return switch (phase) {
            case Phase.HighPriority p -> new Step("user-high-priority", users(p.higher(), p.lower()), goOn, left);
            case Phase.JobPriority p -> new Step("user-job-priority", users(p.higher(), p.lower()), goOn, left);
            case Phase.Alone p -> new Step("alone", users(p.user()), goOn, left);
        };
    }

    private static List<String> users(User... users) {
        return List.of(users).stream().map(User::name).toList();
    }

    private static List<String> names(RoundFile file, List<Request> requests) {
        return requests.stream().map(file::name).toList();
    }
}
