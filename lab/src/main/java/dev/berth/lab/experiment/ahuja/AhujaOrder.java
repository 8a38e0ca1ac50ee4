package dev.berth.lab.experiment.ahuja;

import dev.berth.engine.intake.Intake;
import dev.berth.engine.intake.Phase;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.Round;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.User;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Order in which jobs come before ahuja's reservation module. */
enum AhujaOrder {
    /** Without priority (ARWP): first come, first served. */
    FIRST_COME,
    /** DPSAR, two users at a time; what exceeds N is discarded. */
    PAIRS,
    /**
     * DPSAR by another reading, which merges neighbours of like priority, however many they are. In the paper's evaluation
     * all are neighbours: every job by length, then by its user. N holds no job back.
     */
    MERGED,
    /** Two users at a time; what exceeds N is deferred. */
    BERTH;

    /** @param papers those of the reading, by which what exceeds N is discarded */
    Rules rules(Rules papers) {
        return this == BERTH
                ? new Rules(papers.significantDifference(), papers.most(), papers.sorting(), Rules.DEFAULT.excess())
                : papers;
    }

    /** @param papers the rules of the reading */
    Round round(Rules papers, List<User> users, Collection<Request> requests) {
        return switch (this) {
            case PAIRS, BERTH -> Intake.order(rules(papers), users, requests);
            case FIRST_COME -> one(users, requests, Comparator.comparingLong(Request::number));
            case MERGED -> {
                Map<String, Integer> places = places(users);
                Map<String, Integer> groups = groups(papers, users);
                yield one(
                        users,
                        requests,
                        Comparator.<Request, Integer>comparing(request -> groups.get(request.user()))
                                .thenComparingLong(request -> rank(papers, request))
                                .thenComparing(request -> places.get(request.user()))
                                .thenComparingLong(Request::number));
            }
        };
    }

    private static long rank(Rules papers, Request request) {
        return switch (papers.sorting()) {
            case SHORTEST -> request.length();
            case LONGEST -> -request.length();
            case FIRST_COME -> request.number();
        };
    }

    private static Map<String, Integer> places(List<User> users) {
        Map<String, Integer> places = new HashMap<>();
        users.stream()
                .sorted(Comparator.comparing(User::priority).reversed())
                .forEach(user -> places.put(user.name(), places.size()));
        return places;
    }

    /** Users of like priority, from the highest: a user who differs significantly from the one before begins the next group. */
    private static Map<String, Integer> groups(Rules papers, List<User> users) {
        Map<String, Integer> groups = new HashMap<>();
        int group = 0;
        int before = Priority.HIGHEST;
        for (User user : users.stream()
                .sorted(Comparator.comparing(User::priority).reversed())
                .toList()) {
            int level = user.priority().level();
            group += before - level > papers.significantDifference() ? 1 : 0;
            groups.put(user.name(), group);
            before = level;
        }
        return groups;
    }

    private static Round one(List<User> users, Collection<Request> requests, Comparator<Request> order) {
        return new Round(List.of(new Phase.Alone(
                users.getFirst(), requests.stream().sorted(order).toList())));
    }
}
