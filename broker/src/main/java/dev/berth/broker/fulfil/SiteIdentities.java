package dev.berth.broker.fulfil;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether bad news comes from the site that has promised, and has lasted. Behind an address there may be another site for a while, or a
 * copy of the site from an old backup; both would call reservations unknown that are kept. In memory only: a broker that was restarted
 * asks for longer, which hurts nobody.
 */
final class SiteIdentities {
    private static final Logger LOG = LoggerFactory.getLogger(SiteIdentities.class);

    /** How often a site must say that it does not know a reservation, and for how long. */
    private static final int TIMES = 3;

    private static final Duration LASTING = Duration.ofMinutes(5);

    /** Names that sites gave themselves while they knew what they had promised. */
    private final Map<String, String> names = new ConcurrentHashMap<>();

    private final Map<Missing, Doubt> doubts = new ConcurrentHashMap<>();
    /** Addresses with another site behind them, so that it is said once. */
    private final Set<String> strange = ConcurrentHashMap.newKeySet();

    private record Missing(String site, String user, String reservation) {}

    private record Doubt(String name, int times, long since) {}

    boolean isKnown(String site) {
        return names.containsKey(site);
    }

    /** The site knows what it has promised, and this is its name. */
    void learn(String site, String name) {
        names.putIfAbsent(site, name);
    }

    /** Whether a site that calls itself so is the one that has promised, as far as that is known. */
    boolean isSame(String site, Optional<String> said) {
        Optional<String> known = Optional.ofNullable(names.get(site));
        boolean isSame = said.isPresent() && known.map(said.get()::equals).orElse(true);
        if (isSame) {
            strange.remove(site);
        } else if (said.isPresent() && strange.add(site)) {
            LOG.atWarn()
                    .addKeyValue("site", site)
                    .addKeyValue("expected", known.orElse(""))
                    .addKeyValue("answered", said.get())
                    .log(
                            "Another site answers at its address; nothing that it says ends a part of a deal. Correct the address,"
                                    + " or restart the broker if the site was renamed");
        }
        return isSame;
    }

    /** The site does not know a reservation; whether that has lasted for long enough to be believed. */
    boolean isGone(String site, String user, String reservation, Optional<String> said, long now) {
        if (!isSame(site, said)) {
            return false;
        }
        String name = said.orElseThrow();
        Doubt doubt = doubts.merge(
                new Missing(site, user, reservation),
                new Doubt(name, 1, now),
                (last, first) -> last.name().equals(name) ? new Doubt(name, last.times() + 1, last.since()) : first);
        if (doubt.times() == 1) {
            LOG.atWarn()
                    .addKeyValue("site", site)
                    .addKeyValue("reservation", reservation)
                    .log(
                            "The site does not know a reservation that it has promised; it is asked again for five minutes");
        }
        return doubt.times() >= TIMES && now - doubt.since() >= LASTING.toMillis();
    }

    /** The site knows it again, or it is settled. */
    void settle(String site, String user, String reservation) {
        doubts.remove(new Missing(site, user, reservation));
    }
}
