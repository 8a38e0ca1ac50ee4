package dev.berth.service.notice;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.Actor;
import dev.berth.site.Committed;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.words.Phrase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the reservations whose owners are to be reminded; guests are reminded of their end with them. Keeps the times at which that is due in order, and looks anew at what has
 * changed, so a reminder follows every move, and nobody is reminded of what has begun or ended meanwhile.
 */
final class Reminders {
    private static final int SLICE = 2_000;
    private static final int MOST_AT_ONCE = 500;

    private final Site site;
    private final DueTimes due = new DueTimes();
    /** Reservations changed since the last look. Collected only while somebody wants notices. */
    private final Set<ReservationId> touched = ConcurrentHashMap.newKeySet();
    /** Lead times of the owners who want reminders. */
    private Map<String, Leads> owners = Map.of();

    private volatile boolean isFollowing;
    private volatile boolean isChosenAnew;

    private record Leads(long start, long end) {}

    Reminders(Site site) {
        this.site = site;
    }

    /** Called for every change, in the writer's thread. */
    void committed(Committed change) {
        if (isFollowing) {
            change.events().forEach(event -> touched.addAll(event.changes()));
            for (Committed.Fact fact : change.facts()) {
                if (fact.value() instanceof Sharing sharing) {
                    touched.add(new ReservationId(sharing.reservation()));
                }
            }
            isChosenAnew |= change.facts().stream()
                    .anyMatch(fact ->
                            fact.kind().equals(Webhooks.KIND) || fact.kind().equals(Preferences.KIND));
        }
    }

    /** Nobody wants to be told anything for now. */
    void rest() {
        isFollowing = false;
        touched.clear();
        due.clear();
        owners = Map.of();
    }

    /** Puts what is due into the outbox. */
    void look(long now) {
        follow(now);
        List<ReservationId> ids = due.until(now, MOST_AT_ONCE);
        if (!ids.isEmpty()) {
            site.write(Actor.SITE, transaction -> tell(transaction, ids)).join();
            // Told, or of no use any more; a change brings it back.
            ids.forEach(due::remove);
        }
    }

    /** Takes in what has changed. What happens from here on is collected for the next look. */
    void follow(long now) {
        if (!isFollowing || isChosenAnew) {
            isFollowing = true;
            isChosenAnew = false;
            Map<String, Leads> before = owners;
            owners = site.read(Reminders::choices);
            Set<String> all = new TreeSet<>(before.keySet());
            all.addAll(owners.keySet());
            all.stream()
                    .filter(owner ->
                            !Optional.ofNullable(before.get(owner)).equals(Optional.ofNullable(owners.get(owner))))
                    .forEach(owner -> refresh(owner, now));
        }
        List<ReservationId> some = new ArrayList<>(touched);
        // First forgotten, then read: what is touched in between is read as it is now, or once more.
        some.forEach(touched::remove);
        refresh(some, now);
    }

    private static Map<String, Leads> choices(View view) {
        Map<String, Leads> choices = new TreeMap<>();
        Preferences preferences = view.facts(Preferences.class);
        view.facts(Webhooks.class).all().stream()
                .filter(webhook ->
                        !webhook.all() && NoticeKind.REMINDERS.stream().anyMatch(webhook.kinds()::contains))
                .forEach(webhook -> choices.put(webhook.owner(), leads(preferences.of(webhook.owner()))));
        preferences.all().stream()
                .filter(each -> NoticeKind.REMINDERS.stream().anyMatch(each::wantsMail))
                .forEach(each -> choices.put(each.account(), leads(each)));
        return choices;
    }

    private static Leads leads(Preference choice) {
        return new Leads(choice.startLead(), choice.endLead());
    }

    /** Refreshes the due times of an owner's reservations, in slices so that other work can run in between. */
    private void refresh(String owner, long now) {
        long last = 0;
        while (last >= 0) {
            long after = last;
            last = site.read(view -> {
                List<Reservation> slice = view.openOf(owner, after).limit(SLICE).toList();
                slice.forEach(reservation -> refresh(view, reservation.id(), now));
                return slice.size() < SLICE ? -1 : slice.getLast().id().number();
            });
        }
        List<ReservationId> shared = site.read(view -> view.facts(Sharings.class).all().stream()
                .filter(sharing -> !sharing.over() && sharing.users().contains(owner))
                .map(sharing -> new ReservationId(sharing.reservation()))
                .toList());
        refresh(shared, now);
    }

    private void refresh(List<ReservationId> ids, long now) {
        for (int from = 0; from < ids.size(); from += SLICE) {
            List<ReservationId> slice = ids.subList(from, Math.min(from + SLICE, ids.size()));
            site.read(view -> {
                slice.forEach(id -> refresh(view, id, now));
                return slice.size();
            });
        }
    }

    private void refresh(View view, ReservationId id, long now) {
        view.reservation(id)
                .flatMap(reservation -> time(view, reservation, now))
                .ifPresentOrElse(time -> due.put(id, time), () -> due.remove(id));
    }

    /** When its owner is to be reminded next, if ever; nobody is reminded of what is over. */
    private Optional<Long> time(View view, Reservation reservation, long now) {
        return when(view, reservation)
                .filter(kind -> now < point(kind, reservation)
                        && readers(view, kind, reservation).stream().anyMatch(owners::containsKey))
                .map(kind -> from(view, kind, reservation));
    }

    /** Its owner, and of its end the guests who are named; the members of a project are too many to be told each time. */
    private static List<String> readers(View view, NoticeKind kind, Reservation reservation) {
        List<String> readers = new ArrayList<>(List.of(reservation.job().user()));
        if (kind == NoticeKind.ENDS_SOON) {
            readers.addAll(view.facts(Sharings.class).of(reservation).users());
        }
        return readers;
    }

    /** When reminders are due; for tests, which compare it with what a look at everything finds. */
    Map<ReservationId, Long> dueTimes() {
        return due.all();
    }

    /** Kind of the next reminder about a reservation, if any. */
    private static Optional<NoticeKind> when(View view, Reservation reservation) {
        if (reservation.state() == Reservation.State.HELD) {
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
    private static int tell(Transaction transaction, List<ReservationId> ids) {
        View view = transaction.view();
        long now = transaction.now();
        List<Notice> notices = ids.stream()
                .flatMap(id -> view.reservation(id).stream())
                .flatMap(reservation -> when(view, reservation).stream()
                        .filter(kind -> now >= from(view, kind, reservation) && now < point(kind, reservation))
                        .flatMap(kind -> readers(view, kind, reservation).stream()
                                .map(user -> Notice.about(kind, reservation, Optional.empty(), Phrase.text(""), now)
                                        .to(user))))
                .toList();
        new Telling(transaction).tell(notices);
        return notices.size();
    }
}
