package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.problem.Refused;
import dev.berth.service.series.Recurrence;
import dev.berth.service.series.Series;
import dev.berth.service.series.Series.Occurrence;
import dev.berth.service.series.SeriesBook;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Names;
import dev.berth.service.wire.RefusalJson;
import dev.berth.service.wire.Times;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Recurring reservations: booked through {@code /reservations}, kept together under {@code /series}. */
final class SeriesResource {
    private final Office office;

    SeriesResource(Office office) {
        this.office = office;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/series/{series}", Role.USER, this::get),
                new Endpoint("DELETE", "/series/{series}", Role.USER, this::cancel),
                new Endpoint("POST", "/series/{series}/skip", Role.USER, this::skip).alsoWhenFull());
    }

    Answer book(Call call, Fields fields, Fields recurrence, @Nullable Job read, @Nullable Wish wish) {
        recurrence.missing("rule");
        String rule = recurrence.text("rule", 500);
        recurrence.missing("zone");
        ZoneId zone = recurrence.parsed("zone", "it is an IANA time zone such as Europe/Zurich", Recurrence::zone);
        Series.Mode mode = recurrence.oneOf("mode", Series.Mode.class);
        recurrence.closed();
        fields.closed();
        Recurrence pattern = rule == null || zone == null ? null : recurrence.build(() -> new Recurrence(rule, zone));
        List<Long> times =
                pattern == null || read == null ? null : recurrence.build(() -> pattern.occurrences(read.ready()));
        Job job = fields.built(() -> Checks.present(read));
        Recurrence good = Checks.present(pattern);
        List<Long> starts = Checks.present(times);
        Series.Mode how = mode == null ? Series.Mode.ALL_OR_NOTHING : mode;
        return office.write(call, transaction -> {
            checkRoom(transaction, job.user(), starts.size());
            List<Occurrence> occurrences = new ArrayList<>();
            for (long start : starts) {
                Job moved = job.within(start, start + (job.deadline() - job.ready()));
                occurrences.add(occurrence(transaction, call.account(), moved, how, wish));
            }
            if (occurrences.stream().allMatch(occurrence -> occurrence.reservation() == 0)) {
                throw new Refused(refusal(transaction, job), job, wish);
            }
            long number = transaction.view().facts(SeriesBook.class).next();
            Series series = new Series(
                    number,
                    job.id().name(),
                    job.user(),
                    good.rule(),
                    good.zone().getId(),
                    how,
                    occurrences);
            transaction.record(SeriesBook.KIND, series);
            Office.audit(transaction, "book-series", "s" + number, job.id().name());
            return Answer.json(201, json(transaction.view(), call.account(), series))
                    .with("Location", "/api/v1/series/s" + number);
        });
    }

    /** Occurrences that were refused take memory, too. */
    private static void checkRoom(Transaction transaction, String user, int more) {
        long kept = transaction.view().facts(SeriesBook.class).occurrences(user);
        if (kept + more > SeriesBook.MOST_OF_ONE) {
            throw Problem.of(
                            Code.TOO_MANY_SERIES,
                            "The series of " + user + " have " + kept + " occurrences; the limit is "
                                    + SeriesBook.MOST_OF_ONE + ". Cancel some series first.")
                    .thrown();
        }
    }

    private static Refusal refusal(Transaction transaction, Job job) {
        return transaction.decide(new Command.Reserve(job)) instanceof Decision.Refused refused
                ? refused.refusal()
                : new Refusal.NoCapacity(job.id(), job.servers(), job.ready(), job.deadline(), List.of());
    }

    private static Occurrence occurrence(
            Transaction transaction, Account asker, Job job, Series.Mode mode, @Nullable Wish wish) {
        if (mode == Series.Mode.BEST_POSSIBLE
                && transaction.decide(new Command.Reserve(job)) instanceof Decision.Refused refused) {
            Bookings.mayBook(transaction.view(), asker, job);
            return Occurrence.refused(job.ready(), refused.refusal().code(), RefusalJson.message(refused.refusal()));
        }
        return Occurrence.booked(
                job.ready(),
                Bookings.reserve(transaction, asker, job, wish).id().number());
    }

    private static Series own(View view, Call call) {
        Series series = Call.series(call.variable("series"))
                .flatMap(number -> view.facts(SeriesBook.class).get(number))
                .orElseThrow(() ->
                        Problem.of(Code.NOT_FOUND, "there is no such series").thrown());
        if (!call.account().owns(series.user())) {
            throw Problem.notAllowed("series s" + series.number() + " belongs to somebody else")
                    .thrown();
        }
        return series;
    }

    private Answer get(Call call) {
        return office.read(view -> Answer.ok(json(view, call.account(), own(view, call))));
    }

    private Answer cancel(Call call) {
        return without(call, "cancel-series", occurrence -> true);
    }

    private Answer skip(Call call) {
        Fields fields = call.body();
        fields.missing("occurrence");
        Long ready = fields.instant("occurrence");
        fields.closed().check();
        long wanted = Checks.present(ready);
        office.read(view -> own(view, call).occurrences().stream()
                .filter(occurrence -> occurrence.ready() == wanted)
                .findFirst()
                .orElseThrow(() -> Problem.invalid(
                                "occurrence", Times.instant(wanted), "it is the ready of an occurrence of the series")
                        .thrown()));
        return without(call, "skip", occurrence -> occurrence.ready() == wanted);
    }

    /** Cancels the occurrences that are meant and still there, all in one transaction. */
    private Answer without(Call call, String what, Predicate<Occurrence> meant) {
        return office.write(call, transaction -> {
            Series series = own(transaction.view(), call);
            List<Occurrence> left = new ArrayList<>();
            for (Occurrence occurrence : series.occurrences()) {
                boolean goes = meant.test(occurrence) && !occurrence.skipped() && occurrence.reservation() > 0;
                if (goes) {
                    Sight.find(transaction.view(), new ReservationId(occurrence.reservation()))
                            .ifPresent(reservation -> ChangesResource.cancel(transaction, reservation));
                }
                left.add(goes ? occurrence.skip() : occurrence);
            }
            Series after = series.with(left);
            transaction.record(SeriesBook.KIND, after);
            Office.audit(transaction, what, "s" + series.number(), "");
            return Answer.ok(json(transaction.view(), call.account(), after));
        });
    }

    private static ObjectNode json(View view, Account account, Series series) {
        ObjectNode node = Json.object()
                .put("series", "s" + series.number())
                .put("name", series.name())
                .put("user", series.user())
                .put("rule", series.rule())
                .put("zone", series.zone())
                .put("mode", Names.of(series.mode()));
        ArrayNode array = node.putArray("occurrences");
        Sight sight = new Sight(view, account);
        for (Occurrence occurrence : series.occurrences()) {
            ObjectNode item = array.addObject().put("ready", Times.instant(occurrence.ready()));
            if (occurrence.skipped()) {
                item.put("state", "skipped");
            } else if (occurrence.reservation() == 0) {
                item.put("state", "refused")
                        .set("refusal", ProblemJson.of(Problem.refusal(occurrence.code(), occurrence.detail())));
            } else {
                ReservationId id = new ReservationId(occurrence.reservation());
                boolean there = Sight.find(view, id).isPresent();
                item.put("state", there ? "booked" : "gone");
                if (there) {
                    item.set("reservation", sight.of(id));
                }
            }
        }
        return node;
    }
}
