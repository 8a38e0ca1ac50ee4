package dev.berth.api.reservations;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.series.SeriesBook;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.View;
import dev.berth.site.Visibility;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.Names;
import dev.berth.wire.ReservationJson;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which reservations are wanted. To ask for those of another user is to ask for what only operators see. */
record Filter(
        @Nullable String user,
        @Nullable String pool,
        @Nullable String state,
        boolean ended,
        @Nullable Long series,
        @Nullable Long from,
        @Nullable Long to,
        @Nullable Account guest) {
    private static final Set<String> OPEN = Set.of("held", "waiting", "running", "degraded");
    private static final Set<String> PAST =
            Arrays.stream(Event.Cause.values()).map(Names::of).collect(Collectors.toUnmodifiableSet());

    static Filter read(Fields query, Account asker, Visibility visibility) {
        String user = query.parsed("user", AccountNames.RULE, AccountNames::checked);
        String state = query.text("state", 20);
        if (state != null && !OPEN.contains(state) && !PAST.contains(state)) {
            query.fault(
                    "state",
                    "must be one of " + String.join(", ", new TreeSet<>(OPEN)) + "; for closed ones, "
                            + String.join(", ", new TreeSet<>(PAST)));
        }
        String name = query.text("series", 20);
        Long series = name == null ? null : IdKind.SERIES.number(name).orElse(null);
        if (name != null && series == null) {
            query.fault("series", "must be a series such as s3");
        }
        return new Filter(
                        "me".equals(user) ? asker.name() : user,
                        query.text("pool", 100),
                        state,
                        query.flag("ended"),
                        series,
                        query.instant("from"),
                        query.instantRoundedUp("to"),
                        guest(query, asker))
                .seenBy(asker, visibility);
    }

    /** Others' guests are nobody's business. */
    private static @Nullable Account guest(Fields query, Account asker) {
        String guest = query.text("guest", 100);
        if (guest != null && !guest.equals("me") && !guest.equals(asker.name())) {
            query.fault("guest", "must be me: only those that are shared with oneself can be listed");
        }
        return guest == null ? null : asker;
    }

    /** Others' reservations have no user and no series for accounts that may not see them, so none of them match. */
    private Filter seenBy(Account asker, Visibility visibility) {
        if (visibility == Visibility.NAMES || asker.is(Role.OPERATOR)) {
            return this;
        }
        if (user == null) {
            return series == null ? this : ofUser(asker.name());
        }
        return asker.owns(user) ? this : ofUser("");
    }

    private Filter ofUser(String other) {
        return new Filter(other, pool, state, ended, series, from, to, guest);
    }

    /** Whether it asks for what has closed. */
    boolean wantsPast() {
        return state == null ? ended : PAST.contains(state);
    }

    /** Whether it asks for all that is open, of one user or of all. */
    boolean isByUserOnly() {
        return pool == null && state == null && !ended && series == null && from == null && to == null && guest == null;
    }

    /** The same of what has closed. */
    Filter ofPast() {
        return new Filter(user, pool, null, true, series, from, to, guest);
    }

    boolean takes(View view, Reservation reservation) {
        return (guest == null || Sharings.isGuest(view, guest, reservation.id()))
                && (user == null || reservation.job().user().equals(user))
                && (pool == null || reservation.placement().pool().name().equals(pool))
                && (from == null || reservation.window().end() > from)
                && (to == null || reservation.window().start() < to)
                && (state == null || state(view, reservation).equals(state))
                && (series == null
                        || view.facts(SeriesBook.class)
                                .of(reservation.id().number())
                                .filter(series::equals)
                                .isPresent());
    }

    private static String state(View view, Reservation reservation) {
        if (view.reservation(reservation.id()).isPresent()) {
            return ReservationJson.state(reservation);
        }
        return view.past(reservation.id()).map(past -> Names.of(past.cause())).orElse("degraded");
    }
}
