package dev.berth.engine.intake;

import dev.berth.engine.model.BadValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Dynamic priority resolution (ahuja, "DPSAR in detail"). Users by priority, first come among equals; the jobs of each
 * sorted; then two users at a time. If the higher is above the lower by more than SD, only the first N jobs of the higher
 * go on and the lower competes with the next user (user high priority); otherwise the jobs of both are merged, and the
 * next two users follow (user job priority). A request that is last and alone has nobody to hold back for.
 *
 * <p>The order is a function of users and requests alone: users in the order they came, requests by their numbers.
 *
 * <p>Deviations: what exceeds N is deferred and ages unless the rules say discard; sorting is by merging, not insertion,
 * which is O(n) only for what is sorted already.
 */
public final class Intake {
    private final Rules rules;
    /** Due before others, then as the rules sort; then first come. */
    private final Comparator<Request> withinUser;

    private Intake(Rules rules) {
        this.rules = rules;
        this.withinUser = Comparator.<Request>comparingInt(request -> rules.isDue(request) ? 0 : 1)
                .thenComparingLong(rules.sorting()::rank)
                .thenComparingLong(Request::number);
    }

    /**
     * Orders a round.
     *
     * @param users in the order they came; one without requests has no say
     * @param requests in any order
     */
    public static Round order(Rules rules, List<User> users, Collection<Request> requests) {
        return new Intake(rules).round(users, requests);
    }

    private record Competitor(User user, List<Request> requests) {}

    private Round round(List<User> users, Collection<Request> requests) {
        List<Competitor> competitors = competitors(users, requests);
        List<Phase> phases = new ArrayList<>(competitors.size());
        int next = 0;
        while (next < competitors.size() - 1) {
            Competitor higher = competitors.get(next);
            Competitor lower = competitors.get(next + 1);
            int difference =
                    higher.user().priority().level() - lower.user().priority().level();
            if (difference > rules.significantDifference()) {
                phases.add(highPriority(higher, lower.user()));
                next += 1;
            } else {
                phases.add(new Phase.JobPriority(higher.user(), lower.user(), merged(higher, lower)));
                next += 2;
            }
        }
        if (next < competitors.size()) {
            Competitor last = competitors.get(next);
            phases.add(new Phase.Alone(last.user(), sorted(last)));
        }
        return new Round(phases);
    }

    private List<Competitor> competitors(List<User> users, Collection<Request> requests) {
        Map<String, Competitor> byName = LinkedHashMap.newLinkedHashMap(users.size());
        for (User user : users) {
            if (byName.put(user.name(), new Competitor(user, new ArrayList<>())) != null) {
                throw new BadValue("user", user.name(), "must be unique");
            }
        }
        for (Request request : requests) {
            Competitor competitor = byName.get(request.user());
            if (competitor == null) {
                throw new BadValue("user", request.user(), "is not among the users");
            }
            competitor.requests().add(request);
        }
        List<Competitor> competitors = new ArrayList<>(byName.values());
        competitors.removeIf(competitor -> competitor.requests().isEmpty());
        // A stable sort: equals stay in the order they came.
        competitors.sort(Comparator.comparing(c -> c.user().priority(), Comparator.reverseOrder()));
        return competitors;
    }

    private Phase highPriority(Competitor higher, User lower) {
        List<Request> sorted = sorted(higher);
        int due = 0;
        while (due < sorted.size() && rules.isDue(sorted.get(due))) {
            due++;
        }
        int goOn = Math.min(sorted.size(), Math.max(due, rules.most()));
        return new Phase.HighPriority(
                higher.user(), lower, sorted.subList(0, goOn), sorted.subList(goOn, sorted.size()));
    }

    private List<Request> sorted(Competitor competitor) {
        competitor.requests().sort(withinUser);
        return competitor.requests();
    }

    /** Requests of both users, sorted by the rules; ties go to the higher user, then to the earlier request. */
    private List<Request> merged(Competitor higher, Competitor lower) {
        String first = higher.user().name();
        List<Request> all = new ArrayList<>(higher.requests());
        all.addAll(lower.requests());
        all.sort(Comparator.comparingLong(rules.sorting()::rank)
                .thenComparing(request -> !request.user().equals(first))
                .thenComparingLong(Request::number));
        return all;
    }
}
