package dev.berth.service.use;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.service.guard.HostComparison;
import dev.berth.service.guard.HostReading;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of a host, by reservation. A server is in use if one of its cards is busy enough, if its users load the processors enough,
 * or if that cannot be told apart: root may compute for anybody, and a user for any of their reservations on the host. Memory that is
 * held is no use.
 */
record HostLoads(View view, Observation observed, UnixUsers users, IdleRules rules) {
    static final String CORES = "cores";
    private static final String MEMORY = "memory";

    /** Whoever keeps half a core busy is at work there, whatever share of the booked cores that is. */
    private static final long AT_WORK = 500;

    private static final long MILLIS_OF_PERCENT = 10;

    /** MiB of a card that nobody holds; a process takes some hundreds of it before it computes. */
    private static final long EMPTY = 100;

    /** The reservations that run on the host, with their servers there. */
    Map<Reservation, List<ServerLoad>> all() {
        Map<Reservation, List<ServerLoad>> all = new LinkedHashMap<>();
        for (Pool pool : view.pools()) {
            List<ServerMachine> here = here(pool);
            if (here.isEmpty()) {
                continue;
            }
            for (Reservation each : view.within(pool.id(), new Window(view.now(), view.now() + 1))) {
                List<ServerLoad> own = each.isRunning() ? of(pool, here, each) : List.of();
                if (!own.isEmpty()) {
                    all.put(each, own);
                }
            }
        }
        return all;
    }

    /** The servers of one reservation on the host. */
    List<ServerLoad> of(Reservation reservation) {
        return view.pools().stream()
                .filter(pool -> pool.id().equals(reservation.placement().pool()))
                .flatMap(pool -> of(pool, here(pool), reservation).stream())
                .toList();
    }

    private List<ServerMachine> here(Pool pool) {
        return ServerNames.of(view).machines(pool.id()).stream()
                .filter(machine ->
                        machine.host().filter(observed.host()::equals).isPresent())
                .toList();
    }

    private List<ServerLoad> of(Pool pool, List<ServerMachine> here, Reservation reservation) {
        List<ServerLoad> loads = new ArrayList<>();
        int[] place = {0};
        @Nullable Set<String> own = null;
        for (int server : reservation.placement().servers().stream().toArray()) {
            for (ServerMachine machine : here) {
                if (machine.number() == server) {
                    own = own == null ? HostComparison.unixUsers(view, reservation, users) : own;
                    loads.add(load(pool, machine, reservation, place[0], own));
                }
            }
            place[0]++;
        }
        return loads;
    }

    private ServerLoad load(Pool pool, ServerMachine machine, Reservation reservation, int place, Set<String> own) {
        Slice slice = reservation.placement().taken().slice();
        boolean isCard = machine.device().isPresent();
        long bookedCores = isCard ? 0 : booked(pool, slice, CORES);
        long bookedMemory = isCard ? 0 : booked(pool, slice, MEMORY);
        long busyFrom = (long) Loads.ALL / 100 * rules.below(pool.id());
        Cards cards = cards(pool, machine, reservation, place, busyFrom);
        long cores = sum(own, true);
        long threshold = Math.max(AT_WORK, bookedCores * MILLIS_OF_PERCENT * rules.below(pool.id()));
        boolean isUnclear = !isCard && sum(Set.of(HostReading.UserLoad.SYSTEM), true) >= threshold;
        boolean isUsed = cards.most >= busyFrom || cores >= threshold || isUnclear;
        // Whoever has no card there computes on the cores, which a runner knows only of its own command.
        boolean areCoresKnown = observed.loads().isPresent() && (observed.allUsers() || cards.count > 0);
        boolean isCovered = cards.areKnown && (isCard || areCoresKnown);
        return new ServerLoad(
                machine.number(),
                isCovered,
                isUsed,
                cards.held,
                new Loads(
                        cards.busy(),
                        cards.memory(),
                        observed.loads().isEmpty() ? Loads.UNKNOWN : Loads.share(cores, bookedCores * Loads.ALL),
                        observed.loads().isEmpty() ? Loads.UNKNOWN : Loads.share(sum(own, false), bookedMemory)));
    }

    private static long booked(Pool pool, Slice slice, String name) {
        Part part = pool.parts().get(name);
        if (part == null) {
            return 0;
        }
        return slice.isWhole() ? part.count() : slice.amounts().get(name);
    }

    private long sum(Set<String> some, boolean cores) {
        return observed.loads().orElse(Map.of()).values().stream()
                .filter(load -> some.contains(load.user()))
                .mapToLong(load -> cores ? load.cores() : load.mebibytes())
                .sum();
    }

    /** Cards of a server, summed up as they are found. */
    private static final class Cards {
        /** Pieces of a reservation that are one card each: whether they are busy, or something is left on them. */
        private final Map<IdlePiece, Boolean> held = new HashMap<>();

        private final long busyFrom;
        private boolean areKnown = true;
        private int count;
        private int most = Loads.UNKNOWN;
        private long busySum;
        private long used;
        private long mebibytes;

        Cards(long busyFrom) {
            this.busyFrom = busyFrom;
        }

        /** Adds a card; one that was not measured is empty. */
        private void add(Optional<HostReading.Card> measured, Set<String> unclear) {
            count++;
            if (measured.isEmpty() || measured.get().busy().isEmpty()) {
                areKnown = false;
                return;
            }
            HostReading.Card card = measured.get();
            areKnown &= !unclear.contains(card.device());
            int busy = busy(card);
            most = Math.max(most, busy);
            busySum += busy;
            if (card.used().isPresent()) {
                used += card.used().getAsLong();
                mebibytes += card.mebibytes();
            }
        }

        /** Adds a card that can be given back by itself. Nothing is said about it if nobody knows all that uses it. */
        private void add(IdlePiece piece, Optional<HostReading.Card> measured, Set<String> unclear) {
            add(measured, unclear);
            measured.filter(card -> card.busy().isPresent() && !unclear.contains(card.device()))
                    .ifPresent(card -> held.put(
                            piece, busy(card) >= busyFrom || card.used().orElse(Long.MAX_VALUE) > EMPTY));
        }

        private static int busy(HostReading.Card card) {
            return card.busy().orElse(0) * (Loads.ALL / 100);
        }

        private int busy() {
            return most == Loads.UNKNOWN ? Loads.UNKNOWN : (int) (busySum / count);
        }

        private int memory() {
            return Loads.share(used, mebibytes);
        }
    }

    private Cards cards(Pool pool, ServerMachine machine, Reservation reservation, int place, long busyFrom) {
        Cards cards = new Cards(busyFrom);
        if (machine.device().isPresent()) {
            cards.add(
                    IdlePiece.server(machine.number()),
                    Optional.ofNullable(observed.cards().get(machine.device().get())),
                    observed.unclear());
        } else if (pool.hasParts()) {
            ofParts(cards, pool, machine.number(), reservation, place);
        } else {
            observed.cards().values().forEach(card -> cards.add(Optional.of(card), observed.unclear()));
            // Its driver may be away, and its cards with it.
            cards.areKnown &= !observed.cards().isEmpty() || !pool.attributes().containsKey(HostReading.CARD);
        }
        return cards;
    }

    private void ofParts(Cards cards, Pool pool, int host, Reservation reservation, int place) {
        Slice slice = reservation.placement().taken().slice();
        @Nullable Share share = slice.share();
        for (Part part : pool.parts().all()) {
            if (!part.numbered()) {
                continue;
            }
            boolean has = slice.isWhole()
                    || slice.amounts().get(part.name()) > 0
                    || (share != null && share.part().equals(part.name()));
            if (!has) {
                continue;
            }
            if (!part.name().equals(HostReading.CARD)) {
                // Nobody measures MIG devices and other numbered parts.
                cards.add(Optional.empty(), Set.of());
            } else if (slice.isWhole()) {
                for (int number = 0; number < part.count(); number++) {
                    cards.add(card(number), observed.unclear());
                }
            } else {
                int first = pool.parts().firstDevice(part);
                reservation
                        .placement()
                        .taken()
                        .devices()
                        .numbers(place, pool.parts(), part)
                        .forEach(number ->
                                cards.add(new IdlePiece(host, first + number), card(number), observed.unclear()));
                cards.areKnown &= cards.count > 0;
            }
        }
    }

    private Optional<HostReading.Card> card(int number) {
        return observed.cards().values().stream()
                .filter(card -> card.number() == number)
                .findAny();
    }
}
