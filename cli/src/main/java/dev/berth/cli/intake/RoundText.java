package dev.berth.cli.intake;

import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Phase;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.User;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Says how a round is ordered, phase by phase. */
record RoundText(RoundFile file, Rules rules) {
    String text(Round round) {
        StringBuilder text = new StringBuilder();
        text.append("Users by priority; at equal priority, by arrival: %s.%n".formatted(users()));
        text.append("Significant difference (SD): %d. Limit of jobs (N): %d. Order of jobs: %s. %s%n%n"
                .formatted(rules.significantDifference(), rules.most(), sorting(), excess()));
        int number = 1;
        for (Phase phase : round.phases()) {
            text.append("%d. %s%n".formatted(number++, words(phase)));
        }
        text.append("%nFinal order: %s%n".formatted(plain(round.order())));
        if (!round.left().isEmpty()) {
            text.append("%s: %s%n".formatted(isDiscard() ? "Discarded" : "Deferred", plain(round.left())));
        }
        return text.toString();
    }

    private String users() {
        return file.users().stream()
                .sorted(Comparator.comparing(User::priority).reversed())
                .map(RoundText::words)
                .collect(Collectors.joining(", "));
    }

    private String words(Phase phase) {
        return switch (phase) {
            case Phase.HighPriority p ->
                "%s, more than SD: user high priority.%n   Selected from %s: %s.%s%n   %s competes again."
                        .formatted(
                                apart(p.higher(), p.lower()),
                                p.higher().name(),
                                jobs(p.goOn()),
                                left(p.left()),
                                p.lower().name());
            case Phase.JobPriority p ->
                "%s, not more than SD: user job priority.%n   Selected from both, %s, %s before %s at equal length: %s."
                        .formatted(
                                apart(p.higher(), p.lower()),
                                sorting(),
                                p.higher().name(),
                                p.lower().name(),
                                jobs(p.goOn()));
            case Phase.Alone p ->
                "%s has no competitor left.%n   All jobs are selected: %s.".formatted(words(p.user()), jobs(p.goOn()));
        };
    }

    private String left(List<Request> left) {
        if (left.isEmpty()) {
            return "";
        }
        return "%n   %s, because N is %d: %s."
                .formatted(isDiscard() ? "Discarded" : "Deferred to the next round", rules.most(), jobs(left));
    }

    private static String apart(User higher, User lower) {
        int difference = higher.priority().level() - lower.priority().level();
        return "%s and %s differ by %d".formatted(words(higher), words(lower), difference);
    }

    private static String words(User user) {
        return user.name() + " (" + user.priority() + ")";
    }

    private String jobs(List<Request> requests) {
        return requests.stream().map(this::job).collect(Collectors.joining(", "));
    }

    private String job(Request request) {
        int deferrals = request.deferrals();
        String deferred = deferrals == 0 ? "" : ", deferred " + times(deferrals);
        return "%s (%d%s)".formatted(file.name(request), request.length(), deferred);
    }

    private String plain(List<Request> requests) {
        return requests.stream().map(file::name).collect(Collectors.joining(" "));
    }

    private String sorting() {
        return switch (rules.sorting()) {
            case SHORTEST -> "shortest first";
            case LONGEST -> "longest first";
            case FIRST_COME -> "in order of arrival";
        };
    }

    private static String times(int count) {
        return count == 1 ? "once" : count + " times";
    }

    private boolean isDiscard() {
        return rules.excess() instanceof Excess.Discard;
    }

    private String excess() {
        return switch (rules.excess()) {
            case Excess.Discard discard -> "Jobs beyond N are discarded.";
            case Excess.Defer defer ->
                "Jobs beyond N are deferred, each at most %s, so that every job is decided within %d rounds."
                        .formatted(times(defer.patience()), rules.mostRounds());
        };
    }
}
