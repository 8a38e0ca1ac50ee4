package dev.berth.api.reservations;

import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.NumberedPage;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.service.account.Role;
import dev.berth.service.booking.PoolUnits;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.QueuedJson;
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
                declined -> QueuedJson.declined(declined, PoolUnits.called(view, declined)));
    }
}
