package dev.berth.api.reservations;

import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Role;
import dev.berth.service.handover.Giving;
import dev.berth.service.handover.Guests;
import dev.berth.site.Transaction;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Several people on one reservation: it is shared with guests, and handed over to another owner. */
public final class PeopleResource {
    private final SiteAccess access;

    public PeopleResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", "/reservations/{id}/guests", Role.USER, this::share),
                new Endpoint("DELETE", "/reservations/{id}/guests", Role.USER, this::stop),
                new Endpoint("POST", "/reservations/{id}/give", Role.USER, this::give));
    }

    private Answer share(Call call) {
        Fields fields = call.body();
        List<String> added = GuestNames.read(fields, "add");
        List<String> removed = GuestNames.read(fields, "remove");
        if (added.isEmpty() && removed.isEmpty()) {
            fields.fault("add", "or remove must have names");
        }
        fields.closed().check();
        return access.write(call, transaction -> {
            Guests.share(transaction, call.target(), added, removed);
            return answer(transaction, call);
        });
    }

    private Answer stop(Call call) {
        return access.write(call, transaction -> {
            Guests.stop(transaction, call.target());
            return answer(transaction, call);
        });
    }

    private Answer give(Call call) {
        Fields fields = call.body();
        fields.require("to");
        String to = fields.parsed("to", AccountNames.RULE, AccountNames::checked);
        String project = fields.parsed("project", AccountNames.RULE, AccountNames::checked);
        boolean dryRun = fields.flag("dryRun");
        fields.closed().check();
        Function<Transaction, Supplier<Answer>> work = transaction -> {
            Reservation given = Giving.give(transaction, call.target(), Checks.present(to), project);
            // Its former owner may see no more than others from now on.
            return new VisibleReservations(transaction.view(), call.account()).answer(given.id());
        };
        return dryRun ? access.rehearse(call, work) : access.write(call, work);
    }

    private static Supplier<Answer> answer(Transaction transaction, Call call) {
        return new VisibleReservations(transaction.view(), call.account()).answer(call.reservation());
    }
}
