package dev.berth.api.planning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.ProblemJson;
import dev.berth.api.SiteAccess;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Job;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.FoundOffers;
import dev.berth.service.booking.Where;
import dev.berth.service.quota.OverLimit;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.JobReader;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import dev.berth.wire.problem.AskedAmount;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** {@code /offers}: what could be had. */
public final class OffersResource {
    private final SiteAccess access;
    private final long longestHold;

    public OffersResource(SiteAccess access, long longestHold) {
        this.access = access;
        this.longestHold = longestHold;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("POST", "/offers", Role.USER, this::ask));
    }

    private Answer ask(Call call) {
        Account asker = call.account();
        Fields fields = call.body();
        Job read = JobReader.read(fields, asker.name(), access.now(), access::isRun);
        Where where = Where.read(fields);
        Wish wish = JobReader.wish(fields);
        Long hold = fields.positiveDuration("hold");
        if (hold != null && hold > longestHold) {
            fields.fault("hold", "must be at most " + Times.duration(longestHold));
        }
        if (hold != null && where.host() != null) {
            fields.fault("hold", "cannot be combined with host: what is held has no settled servers yet; book it");
        }
        if (wish == null) {
            fields.fault("wish", "must be at least 1");
        }
        fields.closed();
        Job job = fields.built(() -> Checks.present(read));
        Wish wished = Checks.present(wish);
        if (hold == null) {
            FoundOffers found = found(call, job, where, wished);
            found.limit()
                    .ifPresent(limit -> access.countLimit(OverLimit.problem(limit), asker.name(), AskedAmount.by(job)));
            return access.read(view -> Answer.ok(json(
                    access.offers(view, found.offers(), where, asker.name()),
                    refusal(view, found, job, asker.name()))));
        }
        // The key is looked at first: what was held by this request may be the last there was.
        return access.given(call).orElseGet(() -> held(call, found(call, job, where, wished), job, where, hold));
    }

    private FoundOffers found(Call call, Job job, Where where, Wish wish) {
        FoundOffers found = access.readInTurn(call, view -> FoundOffers.of(view, call.account(), job, where, wish));
        found.refusal()
                .ifPresent(
                        refusal -> access.refused(refusal.code(), call.account().name(), AskedAmount.by(job)));
        return found;
    }

    private static Optional<Problem> refusal(View view, FoundOffers found, Job job, String asker) {
        return found.refusal()
                .map(refusal -> SiteAccess.why(view, refusal, job, asker))
                .or(() -> found.limit().map(OverLimit::problem));
    }

    private static ObjectNode json(List<Supplier<ObjectNode>> offers, Optional<Problem> refusal) {
        ObjectNode node = Json.object();
        ArrayNode array = node.putArray("offers");
        offers.forEach(offer -> array.add(offer.get()));
        refusal.ifPresent(problem -> node.set("refusal", ProblemJson.of(problem)));
        return node;
    }

    /**
     * Keeps the first offer; the others are only made. Where there is none that is an answer too, and belongs to the key: the
     * same request may have been carried out in between. An asker who would exceed a limit is told so; no alternative is held.
     */
    private Answer held(Call call, FoundOffers found, Job job, Where where, long time) {
        Account asker = call.account();
        return access.write(call, transaction -> {
            found.limit().ifPresent(limit -> {
                throw new Rejected(OverLimit.problem(limit), AskedAmount.by(job));
            });
            if (found.offers().isEmpty()) {
                Optional<Problem> refusal = refusal(transaction.view(), found, job, asker.name());
                return () -> Answer.ok(json(List.of(), refusal));
            }
            Bookings.Held held =
                    Bookings.hold(transaction, asker, found.offers().getFirst(), time);
            Supplier<ObjectNode> first =
                    access.offer(transaction.view(), held.offer(), where, asker.name(), held.until());
            List<Supplier<ObjectNode>> offers = new ArrayList<>();
            offers.add(
                    () -> first.get().put("reservation", held.reservation().id().toString()));
            offers.addAll(access.offers(
                    transaction.view(), found.offers().subList(1, found.offers().size()), where, asker.name()));
            Optional<Problem> refusal = refusal(transaction.view(), found, job, asker.name());
            return () -> Answer.ok(json(offers, refusal));
        });
    }
}
