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
import java.util.List;

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
        ObjectNode node = terms(series);
        ArrayNode array = node.putArray("occurrences");
        VisibleReservations visible = new VisibleReservations(view, account);
        for (Occurrence occurrence : series.occurrences()) {
            ObjectNode item = array.addObject().put("ready", Times.instant(occurrence.ready()));
            if (occurrence.skipped()) {
                item.put("state", "skipped");
            } else if (occurrence.reservation() == 0) {
                item.put("state", "refused")
                        .set("refusal", ProblemJson.of(Problem.refusal(occurrence.code(), occurrence.detail())));
            } else {
                ReservationId id = new ReservationId(occurrence.reservation());
                boolean there = Bookings.find(view, id).isPresent();
                item.put("state", there ? "booked" : "gone");
                if (there) {
                    item.set("reservation", visible.of(id));
                }
            }
        }
        return node;
    }
}
