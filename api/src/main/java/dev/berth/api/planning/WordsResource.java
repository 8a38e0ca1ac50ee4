package dev.berth.api.planning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.engine.model.Part;
import dev.berth.service.account.Role;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.SliceJson;
import dev.berth.words.BookingWords;
import dev.berth.words.Moments;
import dev.berth.words.SitePool;
import dev.berth.words.SpokenJob;
import dev.berth.words.Understood;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code /words}: a booking in plain words as the fields of one. Nothing is booked. */
public final class WordsResource {
    private static final DateTimeFormatter HOUR_AND_MINUTE = DateTimeFormatter.ofPattern("HHmm", Locale.ROOT);

    private final SiteAccess access;

    public WordsResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("POST", "/words", Role.USER, this::read).alsoWhenFull());
    }

    private Answer read(Call call) {
        Fields fields = call.body();
        String text = fields.requiredText("text", BookingWords.LONGEST);
        fields.require("zone");
        ZoneId read = fields.parsed("zone", "must be an IANA time zone such as Europe/Zurich", ZoneId::of);
        fields.closed().check();
        ZoneId zone = read == null ? ZoneOffset.UTC : read;
        Instant now = Instant.ofEpochMilli(access.now());
        Moments moments = new Moments(Clock.fixed(now, ZoneOffset.UTC), zone);
        Understood understood = BookingWords.read(text, moments, access.read(WordsResource::pools));
        String usual = call.account().name() + "-" + HOUR_AND_MINUTE.format(now.atZone(zone));
        return Answer.ok(json(understood, usual, zone));
    }

    private static List<SitePool> pools(View view) {
        return view.pools().stream()
                .map(pool -> new SitePool(
                        pool.id().name(),
                        pool.servers(),
                        PoolUnits.of(view, pool.id()),
                        ServerNames.of(view).hosts(pool).keySet(),
                        pool.parts().all().stream().map(Part::name).collect(Collectors.toSet())))
                .toList();
    }

    private static ObjectNode json(Understood understood, String usualName, ZoneId zone) {
        ObjectNode node = Json.object();
        node.set("job", job(understood.job(), usualName, zone));
        node.put("understood", understood.sentence());
        ArrayNode unclear = node.putArray("unclear");
        understood
                .unclear()
                .forEach(each -> unclear.addObject()
                        .put("words", each.words())
                        .put("word", each.word())
                        .put("message", each.message()));
        ArrayNode missing = node.putArray("missing");
        understood.missing().forEach(missing::add);
        return node;
    }

    private static ObjectNode job(SpokenJob job, String usualName, ZoneId zone) {
        ObjectNode node = Json.object().put("name", job.name() == null ? usualName : job.name());
        put(node, "servers", job.servers());
        put(node, "mostServers", job.mostServers());
        if (!job.table().isEmpty()) {
            ArrayNode rows = node.putArray("table");
            job.table()
                    .forEach((servers, duration) ->
                            rows.addObject().put("servers", servers).put("duration", duration.toString()));
        }
        put(node, "work", job.work());
        put(node, "stay", job.stay());
        put(node, "ready", job.ready());
        put(node, "deadline", job.deadline());
        put(node, "pool", job.pool());
        put(node, "unit", job.unit());
        put(node, "host", job.host());
        if (job.isSpread()) {
            node.put("spread", true);
        }
        if (!job.attributes().isEmpty()) {
            ObjectNode attributes = node.putObject("attributes");
            job.attributes().forEach(attributes::put);
        }
        SliceJson.add(node, job.slice(), job.licences());
        put(node, "budget", job.budget());
        put(node, "starts", job.starts());
        put(node, "notice", job.notice());
        if (job.rule() != null) {
            node.putObject("recurrence").put("rule", job.rule()).put("zone", zone.getId());
        }
        return node;
    }

    private static void put(ObjectNode node, String field, @Nullable Object value) {
        if (value instanceof Integer number) {
            node.put(field, number);
        } else if (value != null) {
            node.put(field, value.toString());
        }
    }
}
