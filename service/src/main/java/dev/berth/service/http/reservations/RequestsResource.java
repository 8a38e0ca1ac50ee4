package dev.berth.service.http.reservations;

import dev.berth.service.account.Role;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.http.Answer;
import dev.berth.service.http.Call;
import dev.berth.service.http.Endpoint;
import dev.berth.service.http.NumberedPage;
import dev.berth.service.http.SiteAccess;
import dev.berth.service.http.VisibleReservations;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.IdKind;
import dev.berth.service.wire.QueuedJson;
import java.util.List;
import java.util.Set;

/** {@code /requests}: what waits for the end of its round, or was turned away then. */
public final class RequestsResource {
    private final SiteAccess access;

    public RequestsResource(SiteAccess access) {
        this.access = access;
    }

    /** Which are wanted. */
    private enum State {
        QUEUED,
        TURNED_AWAY
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/requests", Role.USER, this::list));
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("limit"));
        State state = query.oneOf("state", State.class);
        NumberedPage page = NumberedPage.read(query, IdKind.RESERVATION::number, "must be a request such as r17");
        return access.readInTurn(
                call, view -> state == State.TURNED_AWAY ? declined(view, call, page) : queued(view, call, page));
    }

    private static Answer queued(View view, Call call, NumberedPage page) {
        VisibleReservations visible = new VisibleReservations(view, call.account());
        return page.of(
                "requests",
                view.queued().stream()
                        .filter(request -> request.id().number() > page.after()
                                && call.account().owns(request.job().user())),
                request -> request.id().toString(),
                visible::of);
    }

    private static Answer declined(View view, Call call, NumberedPage page) {
        return page.of(
                "requests",
                view.declined().stream()
                        .filter(declined -> declined.id().number() > page.after()
                                && call.account().owns(declined.user())),
                declined -> declined.id().toString(),
                declined -> QueuedJson.declined(declined, PoolUnits.of(view, declined)));
    }
}
