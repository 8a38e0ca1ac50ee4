package dev.berth.service.runs;

import dev.berth.engine.model.ReservationId;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds back the servers of silent runs while it is likelier that nobody can be heard than that all their runners are dead: when two or
 * more fall silent together, and they are more than a quarter of all or on more than one host. It goes off when fewer than two are left,
 * because the others were heard again or their reservations have ended. In memory only: whoever leads next counts anew, which is the
 * side on which nobody is hurt.
 */
final class SilenceBrake {
    private static final Logger LOG = LoggerFactory.getLogger(SilenceBrake.class);

    private volatile Optional<HeldBack> engaged = Optional.empty();

    /**
     * A runner that has missed some beats.
     *
     * @param isDue whether its limit has passed, so that its servers would be given back
     */
    record Silent(Beats.Pulse pulse, boolean isDue) {
        ReservationId id() {
            return new ReservationId(pulse.reservation());
        }
    }

    /** Takes in which of all running reservations are silent; returns whether the brake was on and is off from now on. */
    boolean look(List<Silent> silent, int running, long now) {
        Optional<HeldBack> before = engaged;
        boolean isOn = before.isPresent() ? silent.size() > 1 : areSuspicious(silent, running);
        if (isOn) {
            engaged = Optional.of(new HeldBack(
                    silent.stream().map(Silent::id).collect(Collectors.toCollection(TreeSet::new)),
                    before.map(HeldBack::since).orElse(now)));
        } else {
            engaged = Optional.empty();
        }
        before.or(() -> engaged).filter(any -> before.isPresent() != isOn).ifPresent(changed -> tell(changed, isOn));
        return before.isPresent() && !isOn;
    }

    private static boolean areSuspicious(List<Silent> silent, int running) {
        long hosts = silent.stream().map(each -> each.pulse().host()).distinct().count();
        return (Coincidence.isUnlikely(silent.size(), running) || hosts > 1)
                && silent.stream().anyMatch(Silent::isDue);
    }

    private static void tell(HeldBack which, boolean isOn) {
        if (isOn) {
            LOG.atWarn()
                    .addKeyValue("reservations", which.reservations())
                    .log(
                            "Runners fell silent together, so the brake is on: their reservations keep their servers until they are"
                                    + " heard, they end, or an operator ends them");
        } else {
            LOG.atInfo()
                    .addKeyValue("reservations", which.reservations())
                    .log("The brake on silent runners is off: they are heard again, or their reservations have ended");
        }
    }

    Optional<HeldBack> engaged() {
        return engaged;
    }
}
