package dev.berth.broker.api;

import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.regex.Pattern;

/** Refusal of a broker where a site would book: it has no servers of its own, and its deals have other endpoints. */
public final class NoSite {
    private static final Pattern OF_SITES = Pattern.compile("/(reservations|offers|whatif)(/.*)?");

    private NoSite() {}

    /** An endpoint of a site as it is at a broker. */
    public static Endpoint of(Endpoint endpoint) {
        return OF_SITES.matcher(endpoint.path()).matches() ? endpoint.answering(NoSite::refuse) : endpoint;
    }

    private static Answer refuse(Call call) {
        throw Problem.of(
                        Code.NO_SITE,
                        "This service is a broker and has no reservations of its own. Book with berth book or POST /deals, and"
                                + " see what is booked with berth deals or GET /deals; for a reservation, ask its site")
                .toException();
    }
}
