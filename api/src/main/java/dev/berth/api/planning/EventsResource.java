package dev.berth.api.planning;

import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.Gate;
import dev.berth.api.SiteAccess;
import dev.berth.api.Visitor;
import dev.berth.api.watch.ChangeFeed;
import dev.berth.api.watch.EventJson;
import dev.berth.api.watch.FeedItem;
import dev.berth.api.watch.ToldEvent;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.site.Visibility;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** {@code /events}: what happens, as server-sent events. */
public final class EventsResource {
    private static final long SIGN_OF_LIFE = 15_000;
    /** How often to look at a token that expires: nothing is committed when it does. */
    private static final long LOOK = 500;

    private static final byte[] SIGN = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    private final ChangeFeed changes;
    private final SiteAccess access;
    private final Gate gate;
    private final Seats seats;

    public EventsResource(ChangeFeed changes, SiteAccess access, Gate gate, Seats seats) {
        this.changes = changes;
        this.access = access;
        this.gate = gate;
        this.seats = seats;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/events", Role.VIEWER, this::stream));
    }

    private Answer stream(Call call) {
        String last = call.header("Last-Event-ID").orElse("");
        if (!last.matches("[0-9]{0,18}")) {
            throw Problem.invalid("Last-Event-ID", last, "must be the id of an event")
                    .toException();
        }
        Visitor visitor = call.visitor();
        Seats.Seat seat = seat(visitor.account().name());
        ChangeFeed.Reader reader = last.isEmpty() ? changes.fromNow() : changes.after(Long.parseLong(last));
        return Answer.streaming("text/event-stream", out -> {
            try (seat) {
                new Listening(visitor, reader, seat, new BufferedOutputStream(out, 1 << 15)).run();
            }
        });
    }

    private Seats.Seat seat(String user) {
        try {
            return seats.take(user);
        } catch (Rejected full) {
            // Perhaps some of them talk to clients that are gone: by the next attempt that is known.
            seats.askForSigns(user);
            changes.nudge();
            throw full;
        }
    }

    /** One stream, from its first byte to its last. */
    private final class Listening {
        private final Visitor visitor;
        private final Account account;
        private final ChangeFeed.Reader reader;
        private final Seats.Seat seat;
        private final OutputStream out;
        private long lastSign;

        Listening(Visitor visitor, ChangeFeed.Reader reader, Seats.Seat seat, OutputStream out) {
            this.visitor = visitor;
            this.account = visitor.account();
            this.reader = reader;
            this.seat = seat;
            this.out = out;
        }

        void run() throws IOException {
            if (reader.missedSome()) {
                out.write(ToldEvent.message(
                        new EventJson(access.now(), Map.of(), Visibility.BUSY, Set.of()).kind("reset")));
                out.write('\n');
            }
            sign();
            while (!changes.isClosed() && !Thread.currentThread().isInterrupted()) {
                ChangeFeed.More more = reader.next(patience());
                // Before anything is told: the user who ended the token must be sure that it tells no more.
                if (!gate.isGood(visitor)) {
                    return;
                }
                if (reader.missedSome()) {
                    // Too slow to be told everything: the client comes back, and is told so.
                    return;
                }
                tell(more);
            }
        }

        private long patience() {
            long left = Math.max(1, SIGN_OF_LIFE - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastSign));
            return visitor.token().expires() > 0 || seat.owesSign() ? Math.min(left, LOOK) : left;
        }

        private void tell(ChangeFeed.More more) throws IOException {
            boolean any = false;
            for (FeedItem item : more.changes()) {
                any |= item.tell(account, out);
            }
            for (ChangeFeed.Remark remark : more.remarks()) {
                if (account.owns(remark.owner())) {
                    out.write(ToldEvent.message(remark.event()));
                    out.write('\n');
                    any = true;
                }
            }
            boolean isDue = System.nanoTime() - lastSign >= TimeUnit.MILLISECONDS.toNanos(SIGN_OF_LIFE);
            if (isDue || seat.owesSign()) {
                sign();
            } else if (any) {
                out.flush();
            }
        }

        private void sign() throws IOException {
            out.write(SIGN);
            out.flush();
            lastSign = System.nanoTime();
            seat.signed();
        }
    }
}
