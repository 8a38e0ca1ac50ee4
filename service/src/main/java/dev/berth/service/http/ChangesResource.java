package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.ChangeReader;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.ReservationJson;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What becomes of a reservation: confirmed, changed, cancelled. */
final class ChangesResource {
    private final Office office;

    ChangesResource(Office office) {
        this.office = office;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", "/reservations/{id}/confirm", Role.USER, this::confirm),
                new Endpoint("POST", "/reservations/{id}/changes", Role.USER, this::change),
                new Endpoint("DELETE", "/reservations/{id}", Role.USER, this::cancel));
    }

    /** The reservation, if it is this account's to change and still the one that was meant. */
    static Reservation own(View view, Call call) {
        ReservationId id = call.reservation();
        QueuedBookings.refuseIfQueued(view, call.account(), id);
        Reservation reservation = Sight.find(view, id).orElseThrow(() -> Sight.unknown(id));
        mayChange(call.account(), reservation);
        String current = ReservationJson.etag(reservation);
        call.header("If-Match").ifPresent(wanted -> {
            boolean matches = wanted.strip().equals("*")
                    || Arrays.stream(wanted.split(",", 50))
                            .anyMatch(tag -> tag.strip().equals(current));
            if (!matches) {
                throw Problem.of(Code.CHANGED_SINCE, "reservation " + id + " has changed since; read it again")
                        .thrown();
            }
        });
        return reservation;
    }

    static void mayChange(Account account, Reservation reservation) {
        if (!account.owns(reservation.job().user())) {
            throw Problem.notAllowed("reservation " + reservation.id() + " belongs to somebody else")
                    .thrown();
        }
    }

    private Answer confirm(Call call) {
        return office.write(call, transaction -> {
            Reservation reservation = own(transaction.view(), call);
            Bookings.accepted(transaction.submit(new Command.Confirm(reservation.id())));
            Office.audit(transaction, "confirm", reservation.id().toString(), "");
            return ReservationsResource.answer(200, transaction.view(), call.account(), reservation.id());
        });
    }

    private Answer change(Call call) {
        Fields fields = call.body();
        Function<Job, Adjustment> read = ChangeReader.read(fields);
        boolean dryRun = fields.flag("dryRun");
        fields.closed();
        Function<Job, Adjustment> change = fields.built(() -> Checks.present(read));
        if (dryRun) {
            return office.read(view -> {
                Reservation reservation = own(view, call);
                Decision.Accepted accepted = Bookings.accepted(view.decide(command(reservation, change)));
                ObjectNode node = json(true, accepted.quote());
                node.set("reservation", new Sight(view, call.account()).of(changed(accepted, reservation)));
                return Answer.ok(node);
            });
        }
        return office.write(call, transaction -> {
            Reservation reservation = own(transaction.view(), call);
            Command.Adjust command = command(reservation, change);
            Decision.Accepted accepted = Bookings.accepted(transaction.submit(command));
            Reservation after = transaction.view().reservation(reservation.id()).orElse(reservation);
            Office.audit(
                    transaction,
                    "change",
                    reservation.id().toString(),
                    command.adjustment().toString());
            ObjectNode node = json(false, accepted.quote());
            node.set("reservation", new Sight(transaction.view(), call.account()).of(after));
            return Answer.ok(node).with("ETag", ReservationJson.etag(after));
        });
    }

    static Command.Adjust command(Reservation reservation, Function<Job, Adjustment> change) {
        return new Command.Adjust(reservation.id(), change.apply(reservation.job()));
    }

    /** What a decision would make of a reservation. */
    private static Reservation changed(Decision.Accepted accepted, Reservation before) {
        for (Event event : accepted.events()) {
            if (event instanceof Event.Changed changed
                    && changed.reservation().id().equals(before.id())) {
                return changed.reservation();
            }
            if (event instanceof Event.Recovered recovered
                    && recovered.reservation().id().equals(before.id())) {
                return recovered.reservation();
            }
        }
        return before;
    }

    static ObjectNode json(boolean dryRun, Quote quote) {
        ObjectNode node = Json.object().put("dryRun", dryRun);
        node.set("quote", ReservationJson.quote(quote));
        return node;
    }

    private Answer cancel(Call call) {
        Fields query = call.query(Set.of("dryRun"));
        boolean dryRun = query.flag("dryRun");
        query.closed().check();
        if (dryRun) {
            return office.read(view -> {
                ReservationId id = withdrawable(view, call)
                        .map(Queued::id)
                        .orElseGet(() -> own(view, call).id());
                return Answer.ok(json(
                        true,
                        Bookings.accepted(view.decide(new Command.Cancel(id))).quote()));
            });
        }
        return office.write(call, transaction -> {
            Optional<Queued> request = withdrawable(transaction.view(), call);
            Quote quote = request.isPresent()
                    ? QueuedBookings.withdraw(transaction, request.get())
                    : cancel(transaction, own(transaction.view(), call));
            return Answer.ok(json(false, quote));
        });
    }

    /** The queued request that is meant, if it is one. */
    private static Optional<Queued> withdrawable(View view, Call call) {
        Optional<Queued> request = view.queued(call.reservation());
        request.ifPresent(each -> QueuedBookings.mayWithdraw(call.account(), each));
        return request;
    }

    static Quote cancel(Transaction transaction, Reservation reservation) {
        Quote quote = Bookings.accepted(transaction.submit(new Command.Cancel(reservation.id())))
                .quote();
        Office.audit(transaction, "cancel", reservation.id().toString(), "");
        return quote;
    }
}
