package dev.berth.service.guard;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shares of cards that are exceeded, host by host, as their guards have seen last. The memory of a card is compared by user: which process is of
 * which of a user's reservations only the user could tell.
 */
final class CardExcesses {
    private record Seen(long at, List<CardExcess> all) {}

    private final TreeMap<String, Seen> byHost = new TreeMap<>();

    /** Amount of one card that a user may have. */
    private static final class Allowance {
        private final List<ReservationId> reservations = new ArrayList<>();
        private long mebibytes;
        private boolean isWhole;
    }

    /**
     * Takes in a reading; it replaces what was known of its host.
     *
     * @param isContinued whether the reading before it is recent enough that its times count on
     */
    List<CardExcess> take(View view, HostReading reading, UnixUsers users, boolean isContinued) {
        @Nullable Seen last = byHost.get(reading.host());
        Map<CardExcess.Key, CardExcess> before = isContinued && last != null
                ? last.all().stream().collect(Collectors.toMap(CardExcess::key, Function.identity()))
                : Map.of();
        List<CardExcess> found = new ArrayList<>();
        for (Pool pool : view.pools()) {
            for (ServerMachine machine : ServerNames.of(view).machines(pool.id())) {
                if (pool.hasParts()
                        && machine.device().isEmpty()
                        && machine.host().filter(reading.host()::equals).isPresent()) {
                    addOf(view, pool, machine, reading, users, found);
                }
            }
        }
        List<CardExcess> all = found.stream()
                .map(each -> before.containsKey(each.key())
                        ? each.seenSince(before.get(each.key()).since())
                        : each)
                .toList();
        byHost.put(reading.host(), new Seen(view.now(), all));
        return all;
    }

    private static void addOf(
            View view, Pool pool, ServerMachine machine, HostReading reading, UnixUsers users, List<CardExcess> found) {
        for (HostReading.Card card : reading.cards()) {
            Map<String, Allowance> allowances = allowances(view, pool, machine, card, users);
            Map<String, Long> used = new TreeMap<>();
            for (HostReading.Use use : reading.uses()) {
                if (use.devices().equals(Set.of(card.device()))) {
                    used.merge(use.user(), use.cardMemory(), Long::sum);
                }
            }
            used.forEach((user, mebibytes) -> {
                Allowance allowance = allowances.get(user);
                if (allowance != null && !allowance.isWhole && mebibytes > allowance.mebibytes) {
                    found.add(new CardExcess(
                            reading.host(),
                            user,
                            machine.name(),
                            card.number(),
                            mebibytes,
                            allowance.mebibytes,
                            List.copyOf(allowance.reservations),
                            view.now()));
                }
            });
        }
    }

    /** Amounts that users have of a card; one who has none of it is no matter of shares. Guests have what they may use. */
    private static Map<String, Allowance> allowances(
            View view, Pool pool, ServerMachine machine, HostReading.Card card, UnixUsers users) {
        Map<String, Allowance> all = new HashMap<>();
        for (Reservation each : view.within(pool.id(), new Window(view.now(), view.now() + 1))) {
            int place = each.isRunning() ? place(each, machine.number()) : -1;
            if (place < 0) {
                continue;
            }
            for (String user : HostComparison.unixUsers(view, each, users)) {
                grant(all.computeIfAbsent(user, any -> new Allowance()), each, place, pool, card);
            }
        }
        all.values().removeIf(each -> each.reservations.isEmpty() && !each.isWhole);
        return all;
    }

    /** Adds what a reservation has of a card. */
    private static void grant(Allowance allowance, Reservation each, int place, Pool pool, HostReading.Card card) {
        Slice slice = each.placement().taken().slice();
        @Nullable Share share = slice.share();
        if (slice.isWhole()) {
            allowance.isWhole = true;
        }
        for (Part part : pool.parts().all()) {
            // Kinds of MIG devices have numbers of their own, which are no numbers of cards.
            if (part.name().equals(HostReading.CARD)
                    && each.placement()
                            .taken()
                            .devices()
                            .numbers(place, pool.parts(), part)
                            .contains(card.number())) {
                if (share == null || !share.part().equals(part.name())) {
                    allowance.isWhole = true;
                } else {
                    allowance.mebibytes += mebibytes(share, card);
                }
                allowance.reservations.add(each.id());
            }
        }
    }

    private static int place(Reservation each, int server) {
        int[] place = {-1, 0};
        each.placement().servers().forEach(number -> {
            place[0] = number == server ? place[1] : place[0];
            place[1]++;
        });
        return place[0];
    }

    private static long mebibytes(Share share, HostReading.Card card) {
        return share.memory() > 0 ? share.memory() : card.mebibytes() * share.thousandths() / Share.WHOLE;
    }

    /** Excesses on all hosts whose guards report. */
    List<CardExcess> all(long now) {
        return byHost.values().stream()
                .filter(seen -> now - seen.at() <= Sightings.FRESH.toMillis())
                .flatMap(seen -> seen.all().stream())
                .toList();
    }

    void forget() {
        byHost.clear();
    }
}
