package dev.berth.service.provision;

import dev.berth.service.account.Account;
import dev.berth.service.account.Secrets;
import dev.berth.service.workflow.Workshop;
import dev.berth.site.Overloaded;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The searches of late, only in memory: what is booked from one is kept by the site. They go on threads of their own, so
 * that a minute of searching keeps nobody else's planning waiting. Whoever starts too many loses their own oldest ones.
 */
public final class Searches {
    public static final int MOST_UNDER_WAY = 3;

    private static final int MOST_OF_ONE = 10;
    private static final int MOST_IN_ALL = 50;

    private final Workshop workshop;
    private final Consumer<Searching> news;
    /** The oldest first. */
    private final LinkedHashMap<String, Searching> byId = new LinkedHashMap<>();

    /**
     * None yet.
     *
     * @param workshop whose threads they go on
     * @param news told whenever a search has got on, by the thread it is on
     */
    public Searches(Workshop workshop, Consumer<Searching> news) {
        this.workshop = workshop;
        this.news = news;
    }

    /**
     * Starts a search; empty if the owner has too many under way.
     *
     * @throws Overloaded if too many wait already
     */
    public synchronized Optional<Searching> start(
            String owner, String workflow, ProvisionTerms terms, Searching.Choice choice) {
        if (count(search -> search.owner().equals(owner) && !search.state().isOver()) >= MOST_UNDER_WAY) {
            return Optional.empty();
        }
        Searching search = new Searching("q-" + Secrets.random(16), owner, workflow, terms, choice);
        workshop.begin(owner, search.budget(), () -> search.run(news), () -> search.abandon(news));
        byId.put(search.id(), search);
        dropOldest(other -> other.owner().equals(owner), MOST_OF_ONE);
        dropOldest(other -> true, MOST_IN_ALL);
        return Optional.of(search);
    }

    private long count(Predicate<Searching> which) {
        return byId.values().stream().filter(which).count();
    }

    private void dropOldest(Predicate<Searching> which, int most) {
        for (Searching search : List.copyOf(byId.values())) {
            if (count(which) > most && which.test(search) && search.state().isOver()) {
                byId.remove(search.id());
            }
        }
    }

    public synchronized Optional<Searching> get(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The search of that id, if it is the asker's to see. */
    public Searching own(Account asker, String id) {
        Searching search = get(id).orElseThrow(
                        () -> Problem.of(Code.UNKNOWN_SEARCH, "Unknown or expired search; search again")
                                .toException());
        asker.checkOwns(search.owner(), "search " + search.id());
        return search;
    }

    /** The newest first. */
    public synchronized List<Searching> list(Predicate<String> owners) {
        return byId.values().stream()
                .filter(search -> owners.test(search.owner()))
                .toList()
                .reversed();
    }

    /** Ends it and forgets it. */
    public synchronized void cancel(String id) {
        Searching search = byId.remove(id);
        if (search != null) {
            search.stop();
        }
    }
}
