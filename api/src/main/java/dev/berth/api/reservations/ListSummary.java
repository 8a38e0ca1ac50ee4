package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Account;
import dev.berth.site.Past;
import dev.berth.site.View;
import java.util.function.Predicate;

/** Summary of what a list of reservations does not show: requests that are still queued, and how many a filter leaves out. */
final class ListSummary {
    private static final int MOST_REQUESTS = 1_000;

    private ListSummary() {}

    static ObjectNode add(ObjectNode page, View view, Account asker, Filter filter) {
        String user = filter.user();
        Predicate<Queued> isWanted = request -> filter.isByUserOnly()
                && asker.owns(request.job().user())
                && (user == null || user.equals(request.job().user()));
        VisibleReservations visible = new VisibleReservations(view, asker);
        visible.addExpectedStarts(page.withArray("reservations"));
        ArrayNode requests = page.putArray("requests");
        view.queued().stream()
                .filter(isWanted)
                .limit(MOST_REQUESTS)
                .map(visible::of)
                .forEach(requests::add);
        page.putObject("hidden")
                .put("otherUsers", filter.isByUserOnly() && user != null ? ofOthers(view, user) : 0)
                .put("ended", filter.wantsPast() ? 0 : ended(view, filter.ofPast()));
        return page;
    }

    private static long ofOthers(View view, String user) {
        return view.reservations().size()
                + view.degraded().size()
                - view.openOf(user, 0).count();
    }

    private static long ended(View view, Filter past) {
        return view.past().stream()
                .map(Past::reservation)
                .filter((Reservation each) -> past.takes(view, each))
                .count();
    }
}
