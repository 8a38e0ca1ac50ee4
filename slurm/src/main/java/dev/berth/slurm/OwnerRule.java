package dev.berth.slurm;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Rule;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Nodes of a cluster are booked only for accounts that are Unix users there: for anybody else the cluster would refuse the
 * reservation when its time has come, and the owner would hear of it too late.
 *
 * @param accounts whom the machine knows; empty if it does not know the users of the cluster
 * @param leastCores of each node that a job with cards takes, by pool
 */
record OwnerRule(UnixUsers users, Optional<UnixAccounts> accounts, Map<PoolId, Integer> leastCores) implements Rule {
    OwnerRule(UnixUsers users, Optional<UnixAccounts> accounts) {
        this(users, accounts, new ConcurrentHashMap<>());
    }

    /** Takes note of the sockets of nodes with cards: a reservation of cards has a core of each, even if fewer cores are asked for. */
    void learn(NodeServers places, Census census) {
        places.byNode().forEach((name, place) -> {
            ClusterNode node = census.nodes().get(name);
            if (node != null && !NodeParts.cards(node).isEmpty()) {
                leastCores.merge(place.pool(), node.sockets(), Math::max);
            }
        });
    }

    @Override
    public void check(Transaction transaction, List<Touched> touched) {
        for (Touched each : touched) {
            if (each.before().isEmpty() && each.after().isPresent()) {
                ServerTimeClaim claim = each.after().get();
                if (isInTheCluster(transaction, claim)) {
                    check(claim.user());
                    checkCores(claim);
                    transaction.view().reservation(each.id()).ifPresent(this::checkSockets);
                }
            }
        }
    }

    /** Looks owners up ahead of their bookings: to ask for one takes milliseconds, and while a booking is decided everybody waits. */
    void prepare(Collection<String> names) {
        accounts.ifPresent(known -> known.refresh(
                names.stream().map(users::of).filter(UnixUsers::isOne).toList()));
    }

    /** Whether a Unix user may be named to the cluster; true for all if the machine does not know the users of the cluster. */
    boolean isKnown(String user) {
        return accounts.map(known -> known.exists(user)).orElse(true);
    }

    /** A queued request may come to any of several pools; it is one for the cluster if all of them are. */
    private static boolean isInTheCluster(Transaction transaction, ServerTimeClaim claim) {
        Set<String> nodes = transaction.view().pools().stream()
                .filter(ClusterPools::isOne)
                .map(Pool::id)
                .map(id -> id.name())
                .collect(Collectors.toSet());
        return !claim.pools().isEmpty() && nodes.containsAll(claim.pools().keySet());
    }

    /** With cards alone the cluster would choose a number of cores itself, of which the book knows nothing. */
    private static void checkCores(ServerTimeClaim claim) {
        if (!claim.parts().isEmpty() && !claim.parts().containsKey(NodeParts.CORES)) {
            throw Problem.of(
                            Code.NO_CORES,
                            "A job in parts of nodes of the cluster needs cores beside its cards; add --cores, such as"
                                    + " --cores 4")
                    .toException();
        }
    }

    private void checkSockets(Reservation reservation) {
        PoolId pool = reservation.placement().pool();
        Map<String, Long> amounts =
                reservation.placement().taken().slice().amounts().toMap();
        int least = leastCores.getOrDefault(pool, 1);
        boolean hasCards = amounts.keySet().stream().anyMatch(part -> !part.equals(NodeParts.CORES));
        if (hasCards && amounts.getOrDefault(NodeParts.CORES, 0L) < least) {
            throw Problem.of(
                            Code.NO_CORES,
                            "A job with cards of nodes of pool %s needs --cores %d or more, because Slurm reserves a core of each socket of a node beside the cards"
                                    .formatted(pool, least))
                    .toException();
        }
    }

    private void check(String account) {
        String user = users.of(account);
        if (!UnixUsers.isOne(user)) {
            throw refused(
                    "Account %s cannot book nodes of the cluster: \"%s\" cannot be the name of a Unix user; an administrator must name the"
                                    .formatted(account, user)
                            + " Unix user of %s under unixUsers in site.yaml".formatted(account));
        }
        if (accounts.filter(known -> !known.exists(user)).isPresent()) {
            throw refused(
                    "Account %s cannot book nodes of the cluster: there is no Unix user \"%s\" on this machine; an administrator must add"
                                    .formatted(account, user)
                            + " it, or name the right one under unixUsers in site.yaml");
        }
    }

    private static RuntimeException refused(String detail) {
        return Problem.of(Code.NO_UNIX_USER, detail).toException();
    }
}
