package dev.berth.service.sharing;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.project.Memberships;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.codec.Codec;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Sharings by reservation: of all that are open, and of the latest that are closed. Most reservations have none. */
public final class Sharings implements FactKeeper<Sharing> {
    public static final String KIND = "sharing";

    /** Bytes for each name. */
    private static final long BYTES = 200;

    /** Names in what is closed, of one user and in all. */
    private static final long PAST_OF_ONE = 2_000;

    private static final long PAST_IN_ALL = Memory.atMost(20_000 * BYTES, 64) / BYTES;

    private final Numbered<Sharing> sharings =
            new Numbered<>(new SharingTraits(), new PastRecords(PAST_OF_ONE, PAST_IN_ALL));

    private static final class SharingTraits implements Numbered.Traits<Sharing> {
        @Override
        public long number(Sharing sharing) {
            return sharing.reservation();
        }

        @Override
        public String owner(Sharing sharing) {
            return sharing.owner();
        }

        @Override
        public LongStream reservations(Sharing sharing) {
            return LongStream.of(sharing.reservation());
        }

        @Override
        public boolean isOver(Sharing sharing) {
            return sharing.over();
        }

        @Override
        public long weight(Sharing sharing) {
            return 1L + sharing.users().size() + sharing.projects().size();
        }
    }

    record All(List<Sharing> sharings) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Sharing> type() {
        return Sharing.class;
    }

    /** The sharing of a reservation, if it has one. */
    public Optional<Sharing> of(ReservationId reservation) {
        return sharings.get(reservation.number());
    }

    /** The same, or that it has none. */
    public Sharing of(Reservation reservation) {
        return of(reservation.id())
                .orElseGet(() -> Sharing.none(
                        reservation.id().number(), reservation.job().user()));
    }

    /** All of them by number of reservation. */
    public Collection<Sharing> all() {
        return sharings.all();
    }

    /** Whether an account may run commands in a reservation of somebody else, because it is shared with it. */
    public static boolean isGuest(View view, Account account, ReservationId reservation) {
        return account.is(Role.USER)
                && view.facts(Sharings.class)
                        .of(reservation)
                        .filter(sharing -> isGuest(view, account, sharing))
                        .isPresent();
    }

    private static boolean isGuest(View view, Account account, Sharing sharing) {
        return sharing.users().contains(account.name())
                || sharing.projects().stream()
                        .anyMatch(name -> Memberships.find(view, name)
                                .filter(project -> Memberships.isMember(account, project))
                                .isPresent());
    }

    /** The accounts that may run commands in a reservation beside its owner: those named, and the members of projects as of now. */
    public static Collection<String> guests(View view, ReservationId reservation) {
        Optional<Sharing> sharing = view.facts(Sharings.class).of(reservation);
        if (sharing.isEmpty()) {
            return List.of();
        }
        TreeSet<String> guests = new TreeSet<>(sharing.get().users());
        sharing.get()
                .projects()
                .forEach(name -> Memberships.find(view, name)
                        .ifPresent(project -> guests.addAll(Memberships.members(view, project))));
        guests.remove(sharing.get().owner());
        guests.removeIf(name -> view.facts(Accounts.class)
                .open(name)
                .filter(account -> account.is(Role.USER))
                .isEmpty());
        return guests;
    }

    @Override
    public Undo apply(Sharing sharing, long time, String actor) {
        return sharings.set(sharing);
    }

    /** Closes sharings with their reservations, which are kept only to be looked up; a reservation that was handed over has another owner. */
    @Override
    public void settle(Transaction transaction, List<Touched> touched) {
        for (Touched each : touched) {
            of(each.id()).ifPresent(before -> {
                Sharing after = before.over(!isOpen(transaction.view(), each.id()));
                if (each.after().isPresent() && !each.user().equals(before.owner())) {
                    after = after.ownedBy(each.user());
                }
                if (!after.equals(before)) {
                    transaction.record(KIND, after);
                }
            });
        }
    }

    private static boolean isOpen(View view, ReservationId id) {
        return view.reservation(id).isPresent()
                || view.degraded(id).isPresent()
                || view.queued(id).isPresent();
    }

    @Override
    public long openBytes() {
        return sharings.open() * BYTES;
    }

    /** Nothing where nothing was ever shared, as in all snapshots from before that was possible. */
    @Override
    public Stream<byte[]> capture() {
        return sharings.all().isEmpty()
                ? Stream.empty()
                : Pieces.of(List.copyOf(sharings.all()), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        sharings.clear();
        pieces.forEachRemaining(
                piece -> sharings.add(0, Codec.read(All.class, piece).sharings()));
    }
}
