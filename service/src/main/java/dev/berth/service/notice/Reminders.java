package dev.berth.service.notice;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.site.Site;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the reservations whose owners are to be reminded. Looks at what is booked now, so a reminder follows every move, and
 * nobody is reminded of what has begun or ended meanwhile.
 */
final class Reminders {
    private static final int SLICE = 2_000;
    private static final int MOST_AT_ONCE = 500;

    private final Site site;
    private long seen = -1;
    private long nextDue;

    private record Due(ReservationId id, NoticeKind kind) {}

    Reminders(Site site) {
        this.site = site;
    }

    /** Puts what is due into the outbox. */
    void look(long now) {
        long version = site.read(View::version);
        if (version == seen && now < nextDue) {
            return;
        }
        nextDue = Long.MAX_VALUE;
        List<Due> due = new ArrayList<>();
        owners().forEach(owner -> of(owner, now, due));
        seen = version;
        if (!due.isEmpty()) {
            site.write("site", transaction -> tell(transaction, due)).join();
        }
    }

    private Set<String> owners() {
        return site.read(view -> {
            Set<String> owners = new TreeSet<>();
            view.facts(Webhooks.class).all().stream()
                    .filter(webhook ->
                            !webhook.all() && NoticeKind.REMINDERS.stream().anyMatch(webhook.kinds()::contains))
                    .forEach(webhook -> owners.add(webhook.owner()));
            view.facts(Preferences.class).all().stream()
                    .filter(each -> NoticeKind.REMINDERS.stream().anyMatch(each::wantsMail))
                    .forEach(each -> owners.add(each.account()));
            return owners;
        });
    }

    /** In slices, between which others have their turn. */
    private void of(String owner, long now, List<Due> due) {
        long last = 0;
        while (last >= 0) {
            long after = last;
            last = site.read(view -> {
                List<Reservation> slice = view.openOf(owner, after).limit(SLICE).toList();
                slice.forEach(reservation -> consider(view, reservation, now, due));
                return slice.size() < SLICE ? -1 : slice.getLast().id().number();
            });
        }
    }

    private void consider(View view, Reservation reservation, long now, List<Due> due) {
        when(view, reservation).ifPresent(kind -> {
            if (now < from(view, kind, reservation)) {
                nextDue = Math.min(nextDue, from(view, kind, reservation));
            } else if (due.size() < MOST_AT_ONCE) {
                due.add(new Due(reservation.id(), kind));
            } else {
                nextDue = now;
            }
        });
    }

    /** Of what it is to be reminded next, if anything. */
    private static Optional<NoticeKind> when(View view, Reservation reservation) {
        if (view.reservation(reservation.id()).isEmpty() || reservation.state() == Reservation.State.HELD) {
            return Optional.empty();
        }
        NoticeKind kind = reservation.isRunning() ? NoticeKind.ENDS_SOON : NoticeKind.STARTS_SOON;
        return view.facts(Outbox.class).isReminded(kind, reservation.id().toString(), point(kind, reservation))
                ? Optional.empty()
                : Optional.of(kind);
    }

    private static long point(NoticeKind kind, Reservation reservation) {
        return kind == NoticeKind.ENDS_SOON
                ? reservation.window().end()
                : reservation.window().start();
    }

    private static long from(View view, NoticeKind kind, Reservation reservation) {
        Preference choice = view.facts(Preferences.class).of(reservation.job().user());
        return point(kind, reservation) - (kind == NoticeKind.ENDS_SOON ? choice.endLead() : choice.startLead());
    }

    /** Decides again: it may have moved since it was found. */
    private static int tell(Transaction transaction, List<Due> due) {
        View view = transaction.view();
        long now = transaction.now();
        List<Notice> notices = due.stream()
                .flatMap(each -> view.reservation(each.id()).stream()
                        .filter(reservation -> when(view, reservation).equals(Optional.of(each.kind()))
                                && now >= from(view, each.kind(), reservation)
                                && now < point(each.kind(), reservation))
                        .map(reservation -> Notice.about(each.kind(), reservation, Optional.empty(), "", now)))
                .toList();
        new Telling(transaction).tell(notices);
        return notices.size();
    }
}
