package dev.berth.slurm;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.wire.ReservationName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Round of the comparison between book and cluster: a pure function of a picture of each gives what the book has to be told and what has
 * to be done in the cluster. Whatever it gives may be late by the time it is carried out. The book decides each command anew,
 * and the cluster refuses an action that does harm to what has come since.
 *
 * @param blocks commands that tell the book which nodes it cannot have
 * @param extensions commands that extend reservations for the jobs in them; a quota may refuse them
 * @param licences the command that tells the book which licences the cluster has, and which of them others hold; empty if it knows
 * @param binds commands that name the nodes of what starts soon
 * @param difference the actions, if the book stays as it is in the picture
 */
record ClusterRound(
        List<Command> blocks,
        List<Command> extensions,
        List<Command> licences,
        List<Command> binds,
        Desired desired,
        Difference difference) {
    ClusterRound {
        blocks = List.copyOf(blocks);
        extensions = List.copyOf(extensions);
        licences = List.copyOf(licences);
        binds = List.copyOf(binds);
    }

    /**
     * Terms of the site, the same in each round.
     *
     * @param lead how long before its start a reservation has its nodes named, in milliseconds
     * @param licences names of those that the cluster has
     * @param isKnown whether the cluster knows a Unix user; the cluster refuses a reservation whole if it does not know one of its guests
     */
    record Terms(ReservationName names, UnixUsers users, long lead, List<String> licences, Predicate<String> isKnown) {
        Terms(ReservationName names, UnixUsers users, long lead) {
            this(names, users, lead, List.of(), user -> true);
        }
    }

    /**
     * Things seen over several rounds, which no single picture shows.
     *
     * @param beliefs of nodes; one that is missing is up
     * @param extensions for jobs that take longer
     * @param shortened the ends of reservations that people made shorter while they ran
     * @param busy names of reservations that the cluster has refused as busy, and for which those that start later make room now
     */
    record Noticed(
            Map<String, NodeWatch.Belief> beliefs,
            List<Command> extensions,
            Map<ReservationId, Long> shortened,
            Set<String> busy) {
        Noticed(Map<String, NodeWatch.Belief> beliefs, List<Command> extensions, Map<ReservationId, Long> shortened) {
            this(beliefs, extensions, shortened, Set.of());
        }

        Noticed {
            busy = Set.copyOf(busy);
            beliefs = Map.copyOf(beliefs);
            extensions = List.copyOf(extensions);
            shortened = Map.copyOf(shortened);
        }
    }

    static ClusterRound of(BookNow book, Census census, Noticed noticed, Terms terms) {
        Desired desired = Desired.of(book, terms, census.held());
        return new ClusterRound(
                Blocks.changes(book, census, noticed.beliefs(), terms),
                noticed.extensions(),
                LicenceUse.changes(book, census, terms).stream().toList(),
                binds(book, terms.lead()),
                desired,
                Difference.of(
                        LicenceTurns.of(desired.wanted(), census, book.taken()),
                        census,
                        terms.names(),
                        Consent.of(book, noticed.shortened()),
                        noticed.busy(),
                        book.taken()));
    }

    /** Whether there is nothing to tell the book. */
    boolean isSilent() {
        return blocks.isEmpty() && extensions.isEmpty() && licences.isEmpty() && binds.isEmpty();
    }

    /** Binds only where something has to be named: one that changes nothing would be an entry of the journal each round. */
    static List<Command> binds(BookNow book, long lead) {
        long until = book.now() + lead;
        List<Command> binds = new ArrayList<>();
        for (PoolId pool : book.places().pools()) {
            if (book.open(pool).stream()
                    .anyMatch(each -> each.isWaiting() && each.window().start() <= until)) {
                binds.add(new Command.Bind(pool, until));
            }
        }
        return binds;
    }
}
