package dev.berth.api.planning;

import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.account.Secrets;
import dev.berth.service.booking.PoolUnits;
import dev.berth.wire.ICalendar;
import dev.berth.wire.problem.Problem;
import dev.berth.words.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code /calendar}: somebody's reservations for a calendar program. */
public final class CalendarResource {
    private static final int SLICE = 2_000;

    private final SiteAccess access;
    private final String site;

    public CalendarResource(SiteAccess access, String site) {
        this.access = access;
        this.site = site;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/calendar/{user}.ics", Role.VIEWER, this::get));
    }

    private Answer get(Call call) {
        Account asker = call.account();
        String user = call.accountName("user");
        if (!user.equals(asker.name()) && !asker.is(Role.OPERATOR)) {
            throw Problem.notAllowed("The calendar of " + user + " is only for them and for operators")
                    .toException();
        }
        return answer(user, access.inTurn(call, () -> own(user)), call.header("If-None-Match"));
    }

    /** The calendar of a user, for accounts that may see it. */
    Answer of(String user, Optional<String> known) {
        return answer(user, own(user), known);
    }

    private Answer answer(String user, List<Reservation> own, Optional<String> known) {
        Map<PoolId, Unit> units = access.read(view ->
                view.pools().stream().collect(Collectors.toMap(Pool::id, pool -> PoolUnits.of(view, pool.id()))));
        Function<PoolId, Unit> unit = pool -> units.getOrDefault(pool, Unit.SERVER);
        // Every answer says when it was made; the tag must not depend on that.
        String tag = '"' + Secrets.hash(ICalendar.of(site, user, own, unit, 0)) + '"';
        Answer answer = known.filter(tag::equals).isPresent()
                ? new Answer(304, "", Answer::none, Map.of(), null)
                : Answer.text("text/calendar; charset=utf-8", ICalendar.of(site, user, own, unit, access.now()));
        return answer.with("ETag", tag).with("Cache-Control", "private, no-cache");
    }

    /** Reservations of a user, read in slices between which others have their turn. */
    private List<Reservation> own(String user) {
        List<Reservation> own = new ArrayList<>();
        long last = 0;
        while (last >= 0) {
            long after = last;
            last = access.read(view -> {
                if (view.facts(Accounts.class).known(user).isEmpty()) {
                    throw Call.unknownAccount();
                }
                List<Reservation> slice = view.openOf(user, after).limit(SLICE).toList();
                slice.stream()
                        .filter(reservation ->
                                view.reservation(reservation.id()).isPresent())
                        .forEach(own::add);
                return slice.size() < SLICE ? -1 : slice.getLast().id().number();
            });
        }
        return own;
    }
}
