package dev.berth.service.use;

import dev.berth.service.guard.HostReading;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Measurement by one observer on one host.
 *
 * @param observer who has measured: a guard or a runner, unique on the site
 * @param cards by device
 * @param unclear the devices whose users are not all known
 * @param loads of the processors, by Unix user; empty if they were not measured
 * @param allUsers whether the loads are of all users; a runner knows its own command alone
 */
record Observation(
        String observer,
        String host,
        Map<String, HostReading.Card> cards,
        Set<String> unclear,
        Optional<Map<String, HostReading.UserLoad>> loads,
        boolean allUsers,
        Duration every) {
    static Observation of(HostReading reading) {
        Map<String, HostReading.Card> cards = byDevice(reading.cards());
        Set<String> unclear = cards.keySet().stream()
                .filter(device -> !reading.devices().contains(device))
                .collect(Collectors.toSet());
        return new Observation(
                "guard " + reading.host(),
                reading.host(),
                cards,
                unclear,
                reading.loads()
                        .filter(any -> reading.cores())
                        .map(all -> all.stream()
                                .collect(Collectors.toMap(
                                        HostReading.UserLoad::user,
                                        Function.identity(),
                                        (one, other) -> new HostReading.UserLoad(
                                                one.user(),
                                                one.cores() + other.cores(),
                                                one.mebibytes() + other.mebibytes())))),
                true,
                reading.every());
    }

    /** The measurement of a runner, which sees all of the cards and of the processors only its own command. */
    static Observation of(
            String runner, String host, List<HostReading.Card> cards, HostReading.UserLoad own, Duration every) {
        return new Observation(
                "runner " + runner,
                host,
                byDevice(cards),
                Set.of(),
                Optional.of(Map.of(own.user(), own)),
                false,
                every);
    }

    private static Map<String, HostReading.Card> byDevice(List<HostReading.Card> cards) {
        return cards.stream()
                .collect(Collectors.toMap(HostReading.Card::device, Function.identity(), (one, other) -> one));
    }

    /** The longest time from the measurement of this observer before it. */
    long longestGap() {
        return HostReading.longestGap(every);
    }
}
