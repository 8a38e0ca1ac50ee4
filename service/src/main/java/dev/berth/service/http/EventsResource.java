package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.book.Event;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.Committed;
import dev.berth.service.wire.Json;
import dev.berth.service.workflow.PlanNews;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** {@code /events}: what happens, as server-sent events. */
final class EventsResource {
    private static final long SIGN_OF_LIFE = 15_000;

    private final News news;
    private final Office office;
    private final Predicate<Account> stillGood;

    /** @param stillGood whether an account may still see what it may see: a stream can outlive a role */
    EventsResource(News news, Office office, Predicate<Account> stillGood) {
        this.news = news;
        this.office = office;
        this.stillGood = stillGood;
    }

    List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/events", Role.VIEWER, this::stream));
    }

    private Answer stream(Call call) {
        String last = call.header("Last-Event-ID").orElse("");
        if (!last.matches("[0-9]{0,18}")) {
            throw Problem.invalid("Last-Event-ID", last, "it is the id of an event")
                    .thrown();
        }
        News.Reader reader = last.isEmpty() ? news.fromNow() : news.after(Long.parseLong(last));
        return Answer.streaming("text/event-stream", out -> write(out, call.account(), reader));
    }

    private void write(OutputStream out, Account account, News.Reader reader) throws IOException {
        if (reader.missedSome()) {
            send(out, "", new EventJson(account, office.now()).kind("reset"));
        }
        out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        while (!news.isClosed()
                && stillGood.test(account)
                && !Thread.currentThread().isInterrupted()) {
            News.More more = reader.next(SIGN_OF_LIFE);
            if (reader.missedSome()) {
                // Too slow to be told everything: it comes back, and is told so.
                return;
            }
            if (more.isEmpty()) {
                out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
            }
            for (Committed committed : more.changes()) {
                write(out, account, committed);
            }
            for (News.Remark remark : more.remarks()) {
                for (ObjectNode event : new EventJson(account, office.now()).of(remark)) {
                    send(out, "", event);
                }
            }
            out.flush();
        }
    }

    /** The id comes with the last event of a change, so that whoever comes back is told of the whole change again. */
    private static void write(OutputStream out, Account account, Committed committed) throws IOException {
        EventJson json = new EventJson(account, committed.time());
        List<ObjectNode> events = new ArrayList<>();
        for (Event event : committed.events()) {
            events.addAll(json.of(event));
        }
        for (Committed.Fact fact : committed.facts()) {
            if (fact.kind().equals(PlanNews.KIND)) {
                events.addAll(json.of(Codec.read(PlanNews.Line.class, fact.body())));
            }
        }
        Iterator<ObjectNode> each = events.iterator();
        while (each.hasNext()) {
            ObjectNode event = each.next();
            send(out, each.hasNext() ? "" : "id: " + committed.number() + "\n", event);
        }
    }

    private static void send(OutputStream out, String id, ObjectNode event) throws IOException {
        String text = id + "event: " + event.get("kind").textValue() + "\ndata: "
                + new String(Json.bytes(event), StandardCharsets.UTF_8) + "\n\n";
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
