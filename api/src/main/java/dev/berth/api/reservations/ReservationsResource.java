package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.PriorityRule;
import dev.berth.service.booking.QueuedBookings;
import dev.berth.service.booking.Where;
import dev.berth.service.handover.Guests;
import dev.berth.service.series.Series;
import dev.berth.service.series.SeriesBookings;
import dev.berth.site.Past;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.JobReader;
import dev.berth.wire.Json;
import dev.berth.wire.QueuedJson;
import dev.berth.wire.SliceJson;
import dev.berth.wire.problem.Refused;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code /reservations}: booking, and what is booked. */
public final class ReservationsResource {
    /** This many reservations are looked at in a millisecond or two. */
    private static final int SLICE = 2_000;

    private final SiteAccess access;
    private final PriorityRule priorities;
    private final Consumer<Job> unplaced;

    /** @param unplaced learns of each job that was refused for want of room, and would be taken anywhere */
    public ReservationsResource(SiteAccess access, PriorityRule priorities, Consumer<Job> unplaced) {
        this.access = access;
        this.priorities = priorities;
        this.unplaced = unplaced;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/reservations", Role.VIEWER, this::list),
                new Endpoint("POST", "/reservations", Role.USER, this::book),
                new Endpoint("GET", "/reservations/{id}", Role.VIEWER, this::get));
    }

    private Answer get(Call call) {
        ReservationId id = call.reservation();
        return access.read(view -> new VisibleReservations(view, call.account())
                .ofRequest(id)
                .map(node -> Answer.ok(node).with("ETag", QueuedJson.etag(node)))
                .orElseGet(() -> new VisibleReservations(view, call.account()).shown(id)));
    }

    private Answer book(Call call) {
        Fields fields = call.body();
        if (fields.has("offer")) {
            String id = fields.requiredText("offer", 100);
            // Clients made from openapi.yaml send empty maps and lists of what they were not given.
            if (!fields.texts("attributes").isEmpty()) {
                fields.fault("attributes", "must be given alone: the offer already contains the job");
            }
            if (!fields.optionalObjects("table", 1).isEmpty()) {
                fields.fault("table", "must be given alone: the offer already contains the job");
            }
            if (SliceJson.isGiven(fields)) {
                fields.fault("parts", "must be given alone: the offer already contains the job");
            }
            List<String> guests = GuestNames.read(fields, "guests");
            fields.closed().check();
            return bookOffer(call, id, guests);
        }
        Account asker = call.account();
        Job read = JobReader.read(fields, asker.name(), access.now(), access::isRun);
        Where where = Where.read(fields);
        Wish wish = JobReader.wish(fields);
        List<String> guests = GuestNames.read(fields, "guests");
        Fields recurrence = fields.object("recurrence");
        boolean queued = fields.flag("queued");
        if (!guests.isEmpty() && (queued || recurrence != null)) {
            fields.fault(
                    "guests", "cannot be combined with queued or recurrence; share each reservation once it is booked");
        }
        if (!where.isAnywhere() && (queued || recurrence != null)) {
            fields.fault(
                    where.host() != null ? "host" : where.unit() != null ? "unit" : "spread",
                    "cannot be combined with queued or recurrence; name a pool instead");
        }
        if (recurrence != null) {
            if (queued) {
                fields.fault("queued", "cannot be combined with recurrence: a series is decided at once");
            }
            return bookSeries(call, SeriesReader.read(fields, recurrence, read, wish));
        }
        fields.closed();
        Job job = fields.built(() -> Checks.present(read));
        if (queued) {
            return access.write(call, transaction -> {
                Queued request = QueuedBookings.enqueue(transaction, asker, job, priorities);
                Supplier<ObjectNode> found = new VisibleReservations(transaction.view(), asker).found(request);
                return () -> Answer.json(202, found.get()).with("Location", "/api/v1/reservations/" + request.id());
            });
        }
        return access.write(
                call, transaction -> booked(transaction, asker, book(transaction, asker, job, where, wish), guests));
    }

    private Reservation book(Transaction transaction, Account asker, Job job, Where where, @Nullable Wish wish) {
        try {
            return Bookings.book(transaction, asker, job, where, wish);
        } catch (Refused refused) {
            Job wanted = refused.job();
            if (wanted != null && where.isAnywhere() && refused.refusal() instanceof Refusal.NoCapacity) {
                unplaced.accept(wanted);
            }
            throw refused;
        }
    }

    private Answer bookSeries(Call call, SeriesBookings.Order order) {
        return access.write(call, transaction -> {
            Series series = SeriesBookings.book(transaction, call.account(), order);
            Supplier<ObjectNode> found = SeriesJson.found(transaction.view(), call.account(), series);
            return () -> Answer.json(201, found.get()).with("Location", "/api/v1/series/" + series.id());
        });
    }

    /** An offer that is no longer known may be in an answer that was already given: the key is looked at first. */
    private Answer bookOffer(Call call, String offer, List<String> guests) {
        Account asker = call.account();
        return access.write(
                call,
                transaction -> booked(
                        transaction, asker, Bookings.book(transaction, asker, access.recentOffers(), offer), guests));
    }

    private static Supplier<Answer> booked(
            Transaction transaction, Account asker, Reservation reservation, List<String> guests) {
        if (!guests.isEmpty()) {
            Guests.share(transaction, asker, reservation, guests);
        }
        View view = transaction.view();
        return Booked.of(view, view.reservation(reservation.id()).orElse(reservation))::answer;
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("ended", "limit", "summary"));
        Filter filter = Filter.read(query, call.account(), access.read(View::visibility));
        int limit = query.whole("limit", 1, 1000, 100);
        String after = query.text("after", 20);
        long last = after == null ? 0 : IdKind.RESERVATION.number(after).orElse(-1L);
        if (last < 0) {
            query.fault("after", "must be a reservation such as r17");
        }
        boolean summary = query.flag("summary");
        query.closed().check();
        return access.inTurn(call, () -> {
            ObjectNode page = page(call.account(), filter, last, limit);
            if (summary) {
                access.read(view -> ListSummary.add(page, view, call.account(), filter));
            }
            return Answer.ok(page);
        });
    }

    /** Reservations that may pass the filter, by number. */
    private static Stream<Reservation> candidates(View view, Filter filter, long after) {
        if (filter.wantsPast()) {
            return view.past().stream()
                    .map(Past::reservation)
                    .filter(reservation -> reservation.id().number() > after)
                    .sorted(Comparator.comparing(Reservation::id));
        }
        String user = filter.user();
        return user == null ? view.openAfter(after) : view.openOf(user, after);
    }

    /** The page, in slices: to find few among many takes long, and others have their turn between two of them. */
    private ObjectNode page(Account account, Filter filter, long after, int limit) {
        List<Line> lines = new ArrayList<>();
        long last = after;
        while (last >= 0 && lines.size() <= limit) {
            long from = last;
            int wanted = limit + 1 - lines.size();
            last = access.read(view -> slice(view, account, filter, from, wanted, lines));
        }
        ObjectNode node = Json.object();
        ArrayNode reservations = node.putArray("reservations");
        lines.stream().limit(limit).forEach(line -> reservations.add(line.json()));
        if (lines.size() > limit) {
            node.put("next", lines.get(limit - 1).id().toString());
        }
        return node;
    }

    private record Line(ReservationId id, ObjectNode json) {}

    /** Adds some lines; answers up to which number it has looked, or -1 if there are no more. */
    private static long slice(View view, Account account, Filter filter, long after, int wanted, List<Line> lines) {
        VisibleReservations visible = new VisibleReservations(view, account);
        Iterator<Reservation> candidates = candidates(view, filter, after).iterator();
        long last = -1;
        int found = 0;
        for (int looked = 0; looked < SLICE && found < wanted && candidates.hasNext(); looked++) {
            Reservation reservation = candidates.next();
            last = reservation.id().number();
            if (filter.takes(view, reservation)) {
                lines.add(new Line(reservation.id(), visible.of(reservation.id())));
                found++;
                // To write one down takes as long as to look at some.
                looked += 3;
            }
        }
        return candidates.hasNext() ? last : -1;
    }
}
