package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.ProblemJson;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.booking.Bookings;
import dev.berth.service.series.Series;
import dev.berth.service.series.Series.Occurrence;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Recurring reservations, with what became of each occurrence. */
final class SeriesJson {
    private SeriesJson() {}

    /** A line of a list. */
    static ObjectNode line(View view, Series series) {
        ObjectNode node =
                terms(series).put("occurrenceCount", series.occurrences().size());
        List<Occurrence> booked = series.occurrences().stream()
                .filter(occurrence -> !occurrence.skipped()
                        && occurrence.reservation() > 0
                        && Bookings.find(view, new ReservationId(occurrence.reservation()))
                                .isPresent())
                .toList();
        node.put("booked", booked.size());
        booked.stream()
                .mapToLong(Occurrence::ready)
                .filter(ready -> ready >= view.now())
                .findFirst()
                .ifPresent(ready -> node.put("next", Times.instant(ready)));
        return node;
    }

    private static ObjectNode terms(Series series) {
        return Json.object()
                .put("series", series.id())
                .put("name", series.name())
                .put("user", series.user())
                .put("rule", series.rule())
                .put("zone", series.zone())
                .put("mode", Names.of(series.mode()));
    }

    static ObjectNode of(View view, Account account, Series series) {
        return found(view, account, series).get();
    }

    /** Looks up its reservations; its JSON is made without the site. */
    static Supplier<ObjectNode> found(View view, Account account, Series series) {
        VisibleReservations visible = new VisibleReservations(view, account);
        Map<Long, Supplier<ObjectNode>> there = new HashMap<>();
        for (Occurrence occurrence : series.occurrences()) {
            ReservationId id = new ReservationId(Math.max(1, occurrence.reservation()));
            if (!occurrence.skipped()
                    && occurrence.reservation() > 0
                    && Bookings.find(view, id).isPresent()) {
                there.put(occurrence.reservation(), visible.found(id));
            }
        }
        return () -> json(series, there);
    }

    private static ObjectNode json(Series series, Map<Long, Supplier<ObjectNode>> there) {
        ObjectNode node = terms(series);
        ArrayNode array = node.putArray("occurrences");
        for (Occurrence occurrence : series.occurrences()) {
            ObjectNode item = array.addObject().put("ready", Times.instant(occurrence.ready()));
            if (occurrence.skipped()) {
                item.put("state", "skipped");
            } else if (occurrence.reservation() == 0) {
                item.put("state", "refused")
                        .set("refusal", ProblemJson.of(Problem.refusal(occurrence.code(), occurrence.detail())));
            } else {
                Supplier<ObjectNode> reservation = there.get(occurrence.reservation());
                item.put("state", reservation == null ? "gone" : "booked");
                if (reservation != null) {
                    item.set("reservation", reservation.get());
                }
            }
        }
        return node;
    }
}
