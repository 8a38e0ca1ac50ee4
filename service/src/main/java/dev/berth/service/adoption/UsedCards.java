package dev.berth.service.adoption;

import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Slice;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Cards of a host as what a pool has of them: servers of a pool of cards, or devices of one of its hosts.
 *
 * @param servers the cards themselves, or the host that they are in
 * @param devices the cards among those of the host; none in a pool of cards
 */
record UsedCards(Pool pool, ServerSet servers, Devices devices) {
    /** Name of the part that whole cards are. */
    static final String CARD = "gpu";

    /**
     * The pool that has all of these cards.
     *
     * @throws Rejected if the site has no server on the host, or no one pool has all of the cards
     */
    static UsedCards find(View view, String host, List<Adopting.Card> cards) {
        boolean isKnown = false;
        Set<String> pools = new HashSet<>();
        for (Pool pool : view.pools()) {
            List<ServerMachine> here = ServerNames.of(view).machines(pool.id()).stream()
                    .filter(machine -> machine.host().filter(host::equals).isPresent())
                    .toList();
            isKnown |= !here.isEmpty();
            Optional<UsedCards> found = pool.hasParts() ? ofHost(pool, here, cards) : ofCards(pool, here, cards);
            if (found.isPresent()) {
                return found.get();
            }
            if (cards.stream().anyMatch(card -> server(here, card).isPresent())) {
                pools.add(pool.id().name());
            }
        }
        if (!isKnown) {
            throw Problem.of(
                            Code.UNKNOWN_HOST,
                            "No pool of this site has a server on host %s; an operator can add its cards with berth pools detect"
                                    .formatted(host))
                    .toException();
        }
        throw Problem.invalid(
                        "cards",
                        cards.stream().map(Adopting.Card::device).collect(Collectors.joining(", ")),
                        pools.size() > 1
                                ? "are in several pools (%s); adopt the processes of each pool on their own"
                                        .formatted(String.join(
                                                ", ", pools.stream().sorted().toList()))
                                : "are not all cards of a pool of this site; berth pools detect on host %s compares"
                                        .formatted(host))
                .toException();
    }

    private static Optional<Integer> server(List<ServerMachine> here, Adopting.Card card) {
        return here.stream()
                .filter(machine ->
                        machine.device().filter(card.device()::equals).isPresent())
                .map(ServerMachine::number)
                .findFirst();
    }

    private static Optional<UsedCards> ofCards(Pool pool, List<ServerMachine> here, List<Adopting.Card> cards) {
        List<Integer> numbers = new ArrayList<>();
        cards.forEach(card -> server(here, card).ifPresent(numbers::add));
        return numbers.size() == cards.size()
                ? Optional.of(new UsedCards(
                        pool,
                        ServerSet.of(
                                numbers.stream().mapToInt(Integer::intValue).toArray()),
                        Devices.NONE))
                : Optional.empty();
    }

    /** Commands see the cards of a host by the numbers that its driver gives them. */
    private static Optional<UsedCards> ofHost(Pool pool, List<ServerMachine> here, List<Adopting.Card> cards) {
        Part part = pool.parts().get(CARD);
        if (here.size() != 1
                || part == null
                || !part.numbered()
                || cards.stream().anyMatch(card -> card.number() >= part.count())) {
            return Optional.empty();
        }
        int first = pool.parts().firstDevice(part);
        long bits = 0;
        for (Adopting.Card card : cards) {
            bits |= 1L << (first + card.number());
        }
        return Optional.of(new UsedCards(pool, ServerSet.of(here.getFirst().number()), Devices.of(bits)));
    }

    Slice slice() {
        return devices.isEmpty() ? Slice.WHOLE : Slice.of(Map.of(CARD, (long) Long.bitCount(devices.bits(0))));
    }

    Shape shape(long length) {
        return new Shape.Stay(servers.size(), length);
    }

    /** Whether a reservation of the pool has one of them. */
    boolean overlap(Reservation reservation) {
        return reservation.placement().servers().stream()
                .anyMatch(server -> servers.contains(server)
                        && (devices.isEmpty()
                                || reservation.placement().taken().slice().isWhole()
                                || (devicesOf(reservation, server) & devices.bits(0)) != 0));
    }

    private static long devicesOf(Reservation reservation, int server) {
        ServerSet all = reservation.placement().servers();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) == server) {
                return reservation.placement().taken().devices().bits(i);
            }
        }
        return 0;
    }

    /** The cards for people, such as {@code gpu3 of dgx}. */
    String text(View view, String host, List<Adopting.Card> cards) {
        String names = devices.isEmpty()
                ? String.join(", ", ServerNames.of(view).names(pool.id(), servers))
                : (cards.size() == 1 ? "card " : "cards ")
                        + cards.stream()
                                .map(card -> Integer.toString(card.number()))
                                .collect(Collectors.joining(", "));
        return names + " of " + host;
    }
}
