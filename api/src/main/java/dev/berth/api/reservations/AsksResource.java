package dev.berth.api.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.NumberedPage;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Role;
import dev.berth.service.ask.Answering;
import dev.berth.service.ask.Ask;
import dev.berth.service.ask.AskSettings;
import dev.berth.service.ask.AskTarget;
import dev.berth.service.ask.Asking;
import dev.berth.service.ask.Asks;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.ReservationJson;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code /asks}: owners of reservations are asked for flexibility, and answer. */
public final class AsksResource {
    private static final int LONGEST_REASON = 500;

    private final SiteAccess access;
    private final AskSettings settings;

    public AsksResource(SiteAccess access, AskSettings settings) {
        this.access = access;
        this.settings = settings;
    }

    /** Which are wanted. */
    private enum Wanted {
        OPEN,
        OVER
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/asks", Role.USER, this::list),
                new Endpoint("POST", "/asks", Role.OPERATOR, this::ask),
                new Endpoint("GET", "/asks/{ask}", Role.USER, this::get),
                new Endpoint("POST", "/asks/{ask}/accept", Role.USER, this::accept),
                new Endpoint("POST", "/asks/{ask}/decline", Role.USER, this::decline).alsoWhenFull(),
                new Endpoint("DELETE", "/asks/{ask}", Role.USER, this::withdraw));
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("limit"));
        Wanted state = query.oneOf("state", Wanted.class);
        NumberedPage page = NumberedPage.read(query, IdKind.ASK::number, "must be an ask such as q3");
        return access.readInTurn(
                call,
                view -> page.of(
                        "asks",
                        view.facts(Asks.class).all().stream()
                                .filter(ask -> ask.number() > page.after()
                                        && Answering.isSeen(ask, call.account())
                                        && (state == null || ask.isOpen(view.now()) == (state == Wanted.OPEN))),
                        Ask::id,
                        ask -> AskJson.of(view, call.account(), ask)));
    }

    private Answer get(Call call) {
        return access.read(view -> tagged(view, call, 200, Answering.seen(view, call.account(), call.variable("ask")))
                .get());
    }

    private static Supplier<Answer> tagged(View view, Call call, int status, Ask ask) {
        Supplier<ObjectNode> found = AskJson.found(view, call.account(), ask);
        long now = view.now();
        return () -> Answer.json(status, found.get()).with("ETag", AskJson.etag(ask, now));
    }

    /** The ask in the path, as the client has seen it. */
    private static AskTarget target(Call call) {
        return new AskTarget(
                call.account(),
                call.variable("ask"),
                (ask, now) -> call.isAsSeen(ask, each -> AskJson.etag(each, now)));
    }

    private Answer ask(Call call) {
        Fields fields = call.body();
        fields.require("reservation");
        fields.require("deadline");
        ReservationId reservation = fields.parsed(
                "reservation",
                "must be a reservation such as r17",
                text -> new ReservationId(IdKind.RESERVATION.number(text).orElseThrow(IllegalArgumentException::new)));
        Long deadline = fields.instant("deadline");
        int discount = fields.has("discount") ? fields.share("discount", 1) : settings.discount();
        Long expires = fields.instant("expires");
        String reason = fields.text("reason", LONGEST_REASON);
        boolean dryRun = fields.flag("dryRun");
        fields.closed();
        Asking.Order order = fields.built(() -> new Asking.Order(
                Checks.present(reservation),
                Checks.present(deadline),
                discount,
                expires,
                reason == null ? "" : reason));
        Function<Transaction, Ask> work = transaction -> Asking.ask(transaction, call.account(), order, settings);
        return dryRun
                ? access.rehearse(call, transaction -> {
                    Supplier<ObjectNode> found =
                            AskJson.found(transaction.view(), call.account(), work.apply(transaction));
                    return () -> Answer.ok(found.get().put("dryRun", true));
                })
                : access.write(call, transaction -> {
                    Ask made = work.apply(transaction);
                    Supplier<Answer> answer = tagged(transaction.view(), call, 201, made);
                    return () -> answer.get().with("Location", "/api/v1/asks/" + made.id());
                });
    }

    private Answer accept(Call call) {
        Fields query = call.query(Set.of("dryRun"));
        boolean dryRun = query.flag("dryRun");
        query.closed().check();
        Function<Transaction, Supplier<Answer>> work = transaction -> {
            Answering.Accepted accepted = Answering.accept(transaction, target(call));
            Supplier<ObjectNode> ask = AskJson.found(transaction.view(), call.account(), accepted.ask());
            Supplier<ObjectNode> reservation =
                    new VisibleReservations(transaction.view(), call.account()).found(accepted.reservation());
            return () -> {
                ObjectNode node = ReservationJson.quoted(dryRun, accepted.quote());
                node.set("ask", ask.get());
                node.set("reservation", reservation.get());
                return Answer.ok(node);
            };
        };
        return dryRun ? access.rehearse(call, work) : access.write(call, work);
    }

    private Answer decline(Call call) {
        return access.write(
                call,
                transaction -> tagged(transaction.view(), call, 200, Answering.decline(transaction, target(call))));
    }

    private Answer withdraw(Call call) {
        return access.write(
                call,
                transaction -> tagged(transaction.view(), call, 200, Answering.withdraw(transaction, target(call))));
    }
}
