package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Effort;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.skyline.Skyline;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Window;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The licences of a site over time: counted, as they are all alike. */
final class LicenceBook {
    private final Map<String, Skyline> byName = new TreeMap<>();
    private Amounts licences = Amounts.NONE;
    private HeldLicences held = HeldLicences.NONE;

    boolean isEmpty() {
        return byName.isEmpty();
    }

    /** From now on the site has these, some of which are held outside the book; what is taken stays taken. */
    void set(Amounts other, HeldLicences otherHeld, long now) {
        change(held, 1, now);
        change(licences, -1);
        licences = other;
        held = otherHeld;
        change(licences, 1);
        change(held, -1, now);
    }

    /** Most that are promised at one moment from now on, whatever is held outside the book. */
    long promised(String name, long now) {
        change(held, 1, now);
        long free = least(name, new Window(now, Window.FOREVER));
        change(held, -1, now);
        return licences.get(name) - free;
    }

    /** The past stays as it was: nobody asks for it, and it may be forgotten. */
    private void change(HeldLicences all, int sign, long now) {
        for (LicenceHold each : all.holds()) {
            if (each.window().end() > now) {
                skyline(each.licence())
                        .add(each.window().from(Math.max(each.window().start(), now)), sign * (int) each.number());
            }
        }
    }

    private void change(Amounts amounts, int sign) {
        amounts.forEach((name, number) -> skyline(name).add(new Window(0, Window.FOREVER), sign * (int) number));
    }

    private Skyline skyline(String name) {
        return byName.computeIfAbsent(name, unknown -> new Skyline());
    }

    boolean isFree(Amounts wanted, Window window) {
        for (int i = 0; i < wanted.size(); i++) {
            Skyline skyline = byName.get(wanted.name(i));
            if (skyline == null || skyline.least(window.start(), window.end()) < wanted.number(i)) {
                return false;
            }
        }
        return true;
    }

    void add(Amounts taken, Window window, int sign) {
        taken.forEach((name, number) -> skyline(name).add(window, -sign * (int) number));
    }

    /**
     * The first run of starts within {@code [from, latest]} at which all licences are free for the whole duration; null if there
     * is none.
     */
    @Nullable
    Window firstRun(Amounts wanted, long from, long latest, long duration, Effort effort) {
        long start = from;
        for (boolean moved = true; moved; ) {
            moved = false;
            for (int i = 0; i < wanted.size(); i++) {
                Skyline skyline = byName.get(wanted.name(i));
                effort.spend(1);
                long first = skyline == null ? -1 : skyline.firstStart((int) wanted.number(i), start, latest, duration);
                if (first < 0) {
                    return null;
                }
                moved |= first > start;
                start = first;
            }
        }
        long last = latest;
        for (int i = 0; i < wanted.size(); i++) {
            Skyline skyline = skyline(wanted.name(i));
            last = Math.min(
                    last, skyline.firstBelow((int) wanted.number(i), start + duration, latest + duration) - duration);
        }
        return new Window(start, last + 1);
    }

    /** The first moment in {@code (after, until]} at which a licence is given back; {@code Long.MAX_VALUE} if none is. */
    long nextFreed(long after, long until) {
        long next = Long.MAX_VALUE;
        for (Skyline skyline : byName.values()) {
            next = Math.min(next, skyline.nextRise(after, Math.min(next, until)));
        }
        return next;
    }

    /** The licence that a job finds too little of in its interval; null if there is enough. */
    Refusal.@Nullable Shortage shortage(Query query, int index) {
        String name = query.licences().name(index);
        int wanted = (int) query.licences().number(index);
        Skyline skyline = skyline(name);
        long from = skyline.firstBelow(wanted, query.earliest(), query.deadline());
        if (from >= query.deadline()) {
            return null;
        }
        int free = skyline.least(query.earliest(), query.deadline());
        long until = skyline.firstAtLeast(wanted, from, Window.FOREVER);
        return new Refusal.Shortage(null, 0, name, wanted, Math.max(0, free), from, until);
    }

    /** The steps of one licence within a window: how many are free. */
    int least(String name, Window window) {
        Skyline skyline = byName.get(name);
        return skyline == null ? 0 : skyline.least(window.start(), window.end());
    }

    Undo forget(long now) {
        Undo all = Undo.NOTHING;
        for (Skyline skyline : byName.values()) {
            if (skyline.hasToForget(now)) {
                all = skyline.forget(now).then(all);
            }
        }
        return all;
    }
}
