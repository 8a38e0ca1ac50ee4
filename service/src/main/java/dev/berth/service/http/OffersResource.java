package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Family;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Problem;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.JobReader;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.OfferJson;
import dev.berth.service.wire.Times;
import java.util.List;

/** {@code /offers}: what could be had. */
final class OffersResource {
    private final Office office;
    private final long longestHold;

    OffersResource(Office office, long longestHold) {
        this.office = office;
        this.longestHold = longestHold;
    }

    List<Endpoint> endpoints() {
        return List.of(new Endpoint("POST", "/offers", Role.USER, this::ask));
    }

    private Answer ask(Call call) {
        Account asker = call.account();
        Fields fields = call.body();
        Job read = JobReader.read(fields, asker.name(), office.now());
        Wish wish = JobReader.wish(fields);
        Long hold = fields.positiveDuration("hold");
        if (hold != null && hold > longestHold) {
            fields.fault("hold", "it is at most " + Times.duration(longestHold));
        }
        if (wish == null) {
            fields.fault("wish", "at least one offer is wished for");
        }
        fields.closed();
        Job job = fields.built(() -> Checks.present(read));
        Wish wished = Checks.present(wish);
        Found found = office.readInTurn(call, view -> {
            Bookings.mayBook(view, asker, job);
            return Found.of(view, job, wished);
        });
        if (!found.refusal().isEmpty()) {
            office.refused(found.refusal().path("code").asText());
        }
        return hold == null || found.offers().isEmpty()
                ? Answer.ok(json(found, office.offers(found.offers(), asker.name())))
                : held(call, found, hold);
    }

    private record Found(List<Offer> offers, ObjectNode refusal) {
        static Found of(View view, Job job, Wish wish) {
            List<Offer> offers = view.offers(job, wish);
            boolean asAsked = !offers.isEmpty() && offers.getFirst().family() == Family.AS_ASKED;
            return new Found(
                    offers,
                    !asAsked && view.decide(new Command.Reserve(job)) instanceof Decision.Refused refused
                            ? ProblemJson.of(Problem.of(refused.refusal()))
                            : Json.object());
        }
    }

    private static ObjectNode json(Found found, ArrayNode offers) {
        ObjectNode node = Json.object();
        node.set("offers", offers);
        if (!found.refusal().isEmpty()) {
            node.set("refusal", found.refusal());
        }
        return node;
    }

    /** Keeps the first offer; the others are only made. */
    private Answer held(Call call, Found found, long hold) {
        Account asker = call.account();
        Offer first = found.offers().getFirst();
        return office.write(call, transaction -> {
            Reservation reservation = Bookings.hold(transaction, asker, first.job(), transaction.now() + hold);
            Office.audit(
                    transaction,
                    "hold",
                    reservation.id().toString(),
                    first.job().id().name());
            long until = transaction.view().heldUntil(reservation.id()).orElseThrow();
            Offer kept = new Offer(
                    first.family(),
                    first.job(),
                    reservation.placement(),
                    reservation.agreement().price(),
                    first.phi());
            ArrayNode offers = Json.array();
            offers.add(OfferJson.write(office.desk().put(kept, asker.name()), kept, until)
                    .put("reservation", reservation.id().toString()));
            offers.addAll(office.offers(found.offers().subList(1, found.offers().size()), asker.name()));
            return Answer.ok(json(found, offers));
        });
    }
}
