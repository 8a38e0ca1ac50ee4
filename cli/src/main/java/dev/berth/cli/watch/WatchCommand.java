package dev.berth.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.AnswerText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** {@code berth watch}. */
public final class WatchCommand implements ShellCommand {
    /** How often to look whether somebody is to be reminded. */
    private static final long LOOK_MILLIS = 1_000;

    private static final int PAGE = 1_000;

    private final Remote remote;
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();

    private String id = "";
    private String until = "end";
    private boolean isLost;

    public WatchCommand(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Follows your reservations and prints a line whenever something happens to them: confirmed, starts soon, started, moved, pulled forward, lost its servers, recovered, asked for more flexibility, ends soon, ended, turned away. Ctrl-C ends it.",
                "With a reservation it follows only that one and ends with it: with exit code 0 once it has ended or finished, 1 if it was turned away, cancelled or lost. If the connection is lost it reconnects, and prints what happened meanwhile.");
        syntax.parameter("RESERVATION", "Only this reservation or request, such as r17", value -> id = value)
                .optional();
        syntax.text(
                "--until",
                "WHAT",
                "End once the reservation has reached its start or end. Default: end",
                value -> until = value);
        remote.declare(syntax);
        syntax.examples("berth watch", "berth watch r17 --until start && ssh gpu01");
    }

    @Override
    @SuppressWarnings("try") // The signal handlers are only opened and closed.
    public int run() {
        if (!until.equals("start") && !until.equals("end")) {
            throw new BadInput("--until: \"%s\" must be start or end".formatted(until));
        }
        if (id.isEmpty() && until.equals("start")) {
            throw new BadInput("--until start needs a reservation, such as berth watch r17 --until start");
        }
        ServiceClient service = remote.service();
        try (Signals interrupted = Signals.on("INT", this::stop);
                Signals terminated = Signals.on("TERM", this::stop);
                Feed feed = new Feed(service, heard)) {
            return watch(service, feed);
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        }
    }

    private void stop() {
        heard.add(new Heard.Stopped());
    }

    private int watch(ServiceClient service, Feed feed) {
        JsonNode choice = service.send("GET", "/notices").expected();
        // Connected first: what happens while the list is read is heard.
        feed.start();
        String user = AnswerText.text(service.send("GET", "/accounts/me").expected(), "name");
        if (!id.isEmpty()) {
            JsonNode one = service.send("GET", path(id)).expected();
            OptionalInt code = reached(AnswerText.text(one, "state"));
            if (code.isPresent()) {
                remote.err().println(id + ": " + AnswerText.text(one, "state"));
                return code.getAsInt();
            }
            user = AnswerText.text(one, "user");
        }
        OwnReservations own = new OwnReservations(
                user,
                new OwnReservations.Leads(
                        Duration.parse(AnswerText.text(choice, "startLead")),
                        Duration.parse(AnswerText.text(choice, "endLead"))),
                wanted -> found(service.withoutWaiting(), wanted));
        own.know(all(service));
        remote.err().println(id.isEmpty() ? "Watching your reservations; Ctrl-C ends" : "Watching " + id);
        // From here on a lost connection is made again by the feed, and Ctrl-C is heard.
        return follow(service.withoutWaiting(), own);
    }

    private int follow(ServiceClient service, OwnReservations own) {
        while (true) {
            for (ObjectNode news : own.remind(now())) {
                print(news);
            }
            List<ObjectNode> all = new ArrayList<>();
            switch (next()) {
                case Heard.Event event -> own.hear(event.event()).ifPresent(all::add);
                case Heard.Gap gap -> all.addAll(compared(service, own));
                case Heard.Lost lost -> lost(lost.why());
                case Heard.Back back -> back();
                case Heard.Over over -> throw over.why();
                case Heard.Stopped stopped -> {
                    return ExitCode.DONE;
                }
                case null -> {}
            }
            for (ObjectNode news : all) {
                print(news);
                OptionalInt code =
                        id.equals(AnswerText.text(news, "reservation")) ? reached(state(news)) : OptionalInt.empty();
                if (code.isPresent()) {
                    return code.getAsInt();
                }
            }
        }
    }

    /** If the service is gone again, this is for when it is back. */
    private List<ObjectNode> compared(ServiceClient service, OwnReservations own) {
        try {
            return own.compare(all(service), now());
        } catch (Failed e) {
            lost(String.valueOf(e.getMessage()));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
            heard.add(new Heard.Gap());
            return List.of();
        }
    }

    private static String state(JsonNode news) {
        return switch (AnswerText.text(news, "kind")) {
            case "started" -> "running";
            case "turned-away" -> "turned-away";
            case "ended" -> AnswerText.text(news, "cause");
            default -> "";
        };
    }

    /** How it ends, if what is watched is over. */
    private OptionalInt reached(String state) {
        return switch (state) {
            case "running" -> until.equals("start") ? OptionalInt.of(ExitCode.DONE) : OptionalInt.empty();
            case "ended", "finished-early" -> OptionalInt.of(ExitCode.DONE);
            case "cancelled", "no-show", "expired", "displaced", "turned-away" -> OptionalInt.of(ExitCode.REFUSED);
            default -> OptionalInt.empty();
        };
    }

    private @Nullable Heard next() {
        try {
            return heard.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Heard.Stopped();
        }
    }

    private void lost(String why) {
        if (!isLost) {
            isLost = true;
            remote.err().println("The connection was lost (" + why + "); trying again");
        }
    }

    private void back() {
        if (isLost) {
            isLost = false;
            remote.err().println("Connected again");
        }
    }

    private void print(ObjectNode news) {
        if (id.isEmpty() || id.equals(AnswerText.text(news, "reservation"))) {
            remote.out()
                    .print(remote.isJson() ? JsonTree.compact(news) + "\n" : new NewsText(remote.moments()).line(news));
            remote.out().flush();
        }
    }

    /** All that is open, and what is queued. */
    private List<JsonNode> all(ServiceClient service) {
        List<JsonNode> all = new ArrayList<>();
        if (!id.isEmpty()) {
            all.add(service.send("GET", path(id)).expected());
            return all;
        }
        @Nullable String after = null;
        do {
            QueryString query = new QueryString()
                    .with("user", "me")
                    .with("summary", true)
                    .with("limit", PAGE)
                    .with("after", after);
            JsonNode page = service.send("GET", "/reservations" + query).expected();
            page.path("reservations").forEach(all::add);
            if (after == null) {
                page.path("requests").forEach(all::add);
            }
            after = page.has("next") ? AnswerText.text(page, "next") : null;
        } while (after != null);
        return all;
    }

    private static Optional<JsonNode> found(ServiceClient service, String id) {
        Reply reply = service.send("GET", path(id));
        return reply.isGood() ? Optional.of(reply.json()) : Optional.empty();
    }

    private static String path(String id) {
        return "/reservations/" + Remote.encoded(id);
    }

    private Instant now() {
        return remote.environment().clock().instant();
    }
}
