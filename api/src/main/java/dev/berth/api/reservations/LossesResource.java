package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.loss.Loss;
import dev.berth.service.loss.Losses;
import dev.berth.site.View;
import dev.berth.wire.Json;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** {@code /losses}: the promises that are not kept. */
public final class LossesResource {
    /** How long a reservation that was given up is listed. */
    private static final long RECENT = Duration.ofHours(24).toMillis();

    private static final int MOST = 1_000;

    private final SiteAccess access;

    public LossesResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/losses", Role.VIEWER, this::list));
    }

    private Answer list(Call call) {
        call.query(Set.of()).closed().check();
        Account account = call.account();
        return access.readInTurn(call, view -> {
            ObjectNode node = Json.object().put("all", account.is(Role.OPERATOR));
            ArrayNode reservations = node.putArray("reservations");
            VisibleReservations visible = new VisibleReservations(view, account);
            Stream.concat(degraded(view, account), displaced(view, account))
                    .limit(MOST)
                    .map(visible::of)
                    .forEach(reservations::add);
            return Answer.ok(node);
        });
    }

    private static Stream<ReservationId> degraded(View view, Account account) {
        return view.degraded().stream()
                .map(Degraded::reservation)
                .filter(lost -> account.owns(lost.job().user()))
                .map(lost -> lost.id());
    }

    /** The latest first. */
    private static Stream<ReservationId> displaced(View view, Account account) {
        return view.facts(Losses.class).all().stream()
                .filter(loss -> loss.outcome() == Loss.Outcome.DISPLACED
                        && loss.changed() > view.now() - RECENT
                        && account.owns(loss.user()))
                .sorted(Comparator.comparingLong(Loss::changed).reversed())
                .map(loss -> new ReservationId(loss.reservation()))
                .filter(id -> view.past(id).isPresent());
    }
}
