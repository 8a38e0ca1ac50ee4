package dev.berth.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.json.Invalid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what sites answer. A site may be anybody's: what is not exactly as expected is no answer. */
final class AnswerReader {
    private static final int MOST_RESERVATIONS = 1_000;
    private static final int LONGEST_DETAIL = 300;
    private static final int LONGEST_REASON = 10_000;

    private AnswerReader() {}

    /** A group as the site knows it; an exception of {@link Invalid} if it cannot be read. */
    static Vote group(JsonNode json) {
        Fields fields = Fields.of(json);
        String state = fields.requiredText("state", 20);
        return switch (state) {
            case "held" -> held(fields);
            case "confirmed" -> new Vote.Confirmed(reservations(fields));
            case "lapsed", "released" -> new Vote.Refused("hold-" + state, "The holds have " + ended(state));
            default -> new Vote.Unknown("its answer has an unknown state");
        };
    }

    private static String ended(String state) {
        return state.equals("lapsed") ? "lapsed" : "been released";
    }

    private static Vote held(Fields fields) {
        fields.require("now");
        Long now = fields.instant("now");
        Long until = fields.instant("until");
        List<Reserved> reservations = reservations(fields);
        fields.check();
        // One that somebody has confirmed by itself does not lapse.
        return new Vote.Held(until == null || now == null ? Long.MAX_VALUE : until - now, reservations);
    }

    private static List<Reserved> reservations(Fields fields) {
        List<Reserved> reservations = new ArrayList<>();
        for (Fields each : fields.optionalObjects("reservations", MOST_RESERVATIONS)) {
            Reserved reserved = reserved(id(each), each);
            if (reserved != null) {
                reservations.add(reserved);
            }
        }
        fields.check();
        return reservations;
    }

    private static @Nullable Reserved reserved(@Nullable String id, Fields fields) {
        String pool = fields.requiredText("pool", 200);
        int servers = fields.whole("servers", 1, Pool.MOST_SERVERS, 1);
        fields.require("start");
        Long start = fields.instant("start");
        fields.require("end");
        Long end = fields.instant("end");
        Money price = fields.money("price");
        if (start != null && end != null && end <= start) {
            fields.fault("end", "must be after the start");
        }
        if (price != null && price.compareTo(Money.ZERO) < 0) {
            fields.fault("price", "must not be negative");
        }
        return id == null || start == null || end == null
                ? null
                : new Reserved(id, pool, servers, start, end, price == null ? Money.ZERO : price);
    }

    /** Some of the reservations of a user. */
    static Sight.Open page(JsonNode json) {
        Fields fields = Fields.of(json);
        Map<String, Sighted> all = new HashMap<>();
        for (Fields each : fields.optionalObjects("reservations", MOST_RESERVATIONS)) {
            Sighted sighted = sighted(each, id(each));
            if (sighted != null) {
                all.put(sighted.reserved().id(), sighted);
            }
        }
        String next = fields.parsed("next", "must be an id", AnswerReader::checked);
        fields.check();
        return new Sight.Open(all, Optional.ofNullable(next));
    }

    /** One reservation, which must be the one that was asked for. */
    static Sighted sighted(JsonNode json, String id) {
        Fields fields = Fields.of(json);
        Sighted sighted = sighted(fields, id(fields));
        if (sighted != null && !sighted.reserved().id().equals(id)) {
            fields.fault("id", "must be " + id);
        }
        return fields.built(() -> Objects.requireNonNull(sighted));
    }

    private static @Nullable Sighted sighted(Fields fields, @Nullable String id) {
        Reserved reserved = reserved(id, fields);
        fields.require("state");
        RemoteStanding standing = fields.oneOf("state", RemoteStanding.class);
        String why = fields.text("degraded", LONGEST_REASON);
        return reserved == null || standing == null
                ? null
                : new Sighted(reserved.standing(standing), why == null ? usual(standing) : clean(why));
    }

    private static String usual(RemoteStanding standing) {
        return standing.isLost() ? "Its servers failed, and no others could be found" : "";
    }

    private static @Nullable String id(Fields fields) {
        fields.require("id");
        return fields.parsed("id", "must be an id", AnswerReader::checked);
    }

    private static String checked(String id) {
        return IdKind.RESERVATION.number(id).map(IdKind.RESERVATION::id).orElseThrow(IllegalArgumentException::new);
    }

    /** The first offer, if it is what was asked for; otherwise why not. */
    static Vote offer(JsonNode json) {
        Fields fields = Fields.of(json);
        List<Fields> offers = fields.optionalObjects("offers", 20);
        Optional<Fields> first = offers.stream()
                .filter(offer -> "as-asked".equals(offer.text("family", 20)))
                .findFirst();
        if (first.isEmpty()) {
            return refusal(json.path("refusal"));
        }
        Reserved offered = reserved("", first.get());
        fields.check();
        return offered == null ? new Vote.Unknown("its offer cannot be read") : new Vote.Offered(offered);
    }

    /** Fee that a DELETE has cost. */
    static Vote released(JsonNode json) {
        Fields fields = Fields.of(json);
        Fields quote = fields.object("quote");
        Money fee = quote == null ? null : quote.money("fee");
        fields.check();
        return new Vote.Released(fee == null ? Money.ZERO : fee);
    }

    /** The reason in a problem; what a site writes is shown to people, so it is cut and cleaned. */
    static Vote.Refused refusal(JsonNode problem) {
        String code = problem.path("code").asText("refused");
        return new Vote.Refused(
                isCode(code) ? code : "refused", clean(problem.path("detail").asText("No reason given")));
    }

    static boolean isCode(String code) {
        try {
            return !AccountNames.checked(code).isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static String clean(String text) {
        StringBuilder kept = new StringBuilder();
        text.codePoints()
                .filter(c -> !Character.isISOControl(c) && (c < 0xD800 || c > 0xDFFF))
                .limit(LONGEST_DETAIL)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }
}
