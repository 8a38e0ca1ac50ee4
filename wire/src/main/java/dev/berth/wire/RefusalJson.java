package dev.berth.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Window;
import dev.berth.words.RefusalSentence;
import java.util.Collection;
import java.util.Locale;

/** Numbers that decided a refusal, under the names of the API. */
public final class RefusalJson {
    private static final int MOST_LISTED = 1000;

    private RefusalJson() {}

    private static ObjectNode noCapacity(ObjectNode node, Refusal.NoCapacity full) {
        node.put("job", full.job().name())
                .put("servers", full.servers())
                .put("earliest", Times.instant(full.earliest()))
                .put("deadline", Times.instant(full.deadline()))
                .set("tried", list(full.tried()));
        Refusal.Shortage shortage = full.shortage();
        if (shortage != null) {
            PoolId pool = shortage.pool();
            ObjectNode part = node.putObject("shortage");
            if (pool != null) {
                part.put("pool", pool.name()).put("server", shortage.host());
            }
            part.put("part", shortage.part())
                    .put("wanted", shortage.wanted())
                    .put("free", shortage.free())
                    .put("from", Times.instant(shortage.from()));
            if (shortage.until() < Window.FOREVER) {
                part.put("until", Times.instant(shortage.until()));
            }
        }
        return node;
    }

    public static ObjectNode numbers(Refusal refusal) {
        ObjectNode node = Json.object();
        return switch (refusal) {
            case Refusal.DeadlineImpossible late ->
                node.put("job", late.job().name())
                        .put("deadline", Times.instant(late.deadline()))
                        .put("earliestEnd", Times.instant(late.earliestEnd()))
                        .put("fastest", late.fastest().name());
            case Refusal.NoCapacity full -> noCapacity(node, full);
            case Refusal.TooManyServers many ->
                node.put("job", many.job().name())
                        .put("servers", many.servers())
                        .put("largest", many.largest().name())
                        .put("size", many.size());
            case Refusal.PartTooLarge large ->
                node.put("job", large.job().name())
                        .put("part", large.part())
                        .put("wanted", large.wanted())
                        .put("largest", large.largest().name())
                        .put("has", large.has());
            case Refusal.TooManyLicences many ->
                node.put("job", many.job().name())
                        .put("licence", many.licence())
                        .put("wanted", many.wanted())
                        .put("has", many.has());
            case Refusal.LicencesPromised promised ->
                node.put("licence", promised.licence())
                        .put("promised", promised.promised())
                        .put("asked", promised.asked());
            case Refusal.PolicyIncompatible incompatible ->
                node.put("policy", incompatible.policy()).put("asked", incompatible.asked());
            case Refusal.TooCostly costly -> node.put("steps", costly.steps());
            case Refusal.SingleServerOnly single ->
                node.put("job", single.job().name())
                        .put("servers", single.servers())
                        .put("policy", single.policy());
            case Refusal.OverBudget over ->
                node.put("job", over.job().name())
                        .put("budget", over.budget().toString())
                        .put("cheapest", over.cheapest().toString())
                        .put("pool", over.pool().name());
            case Refusal.UnknownPool unknown ->
                node.put("pool", unknown.pool().name()).set("known", list(unknown.known()));
            case Refusal.DuplicatePool known -> node.put("pool", known.pool().name());
            case Refusal.PoolJoined joined ->
                node.put("pool", joined.pool().name()).put("into", joined.into().name());
            case Refusal.CannotJoin cannot -> cannotJoin(node, cannot);
            case Refusal.NoMatchingPool none ->
                node.put("job", none.job().name())
                        .put("requirements", none.requirements().toString())
                        .set("known", list(none.known()));
            case Refusal.UnknownServer unknown ->
                node.put("pool", unknown.pool().name())
                        .put("server", unknown.server())
                        .put("size", unknown.size());
            case Refusal.PoolFull full ->
                node.put("pool", full.pool().name())
                        .put("servers", full.servers())
                        .put("added", full.added());
            case Refusal.UnknownReservation unknown ->
                node.put("reservation", unknown.reservation().toString());
            case Refusal.NotHeld confirmed ->
                node.put("reservation", confirmed.reservation().toString());
            case Refusal.NotConfirmed held ->
                node.put("reservation", held.reservation().toString());
            case Refusal.TermsOutOfRange terms ->
                node.put("reservation", terms.reservation().toString())
                        .put("field", terms.field())
                        .put("value", RefusalSentence.value(terms).toString())
                        .put("rule", RefusalSentence.rule(terms));
            case Refusal.NarrowerInterval narrower ->
                node.put("reservation", narrower.reservation().toString())
                        .put("ready", Times.instant(narrower.ready()))
                        .put("deadline", Times.instant(narrower.deadline()))
                        .put("askedReady", Times.instant(narrower.askedReady()))
                        .put("askedDeadline", Times.instant(narrower.askedDeadline()));
            case Refusal.AlreadyUsed used ->
                node.put("reservation", used.reservation().toString())
                        .put("end", Times.instant(used.end()))
                        .put("now", Times.instant(used.now()));
            case Refusal.AlreadyStarted started ->
                node.put("reservation", started.reservation().toString()).put("since", Times.instant(started.since()));
            case Refusal.AlreadyBound bound ->
                node.put("reservation", bound.reservation().toString())
                        .put("start", Times.instant(bound.start()))
                        .set("servers", ReservationJson.numbers(bound.servers()));
            case Refusal.NotStarted waiting ->
                node.put("reservation", waiting.reservation().toString()).put("start", Times.instant(waiting.start()));
            case Refusal.ReservationsInTheWay way ->
                node.put("pool", way.pool().name())
                        .<ObjectNode>set("servers", ReservationJson.numbers(way.servers()))
                        .<ObjectNode>set("window", window(way.window()))
                        .set("inTheWay", list(way.inTheWay()));
            case Refusal.OutOfService out ->
                node.put("pool", out.pool().name()).put("server", out.server()).set("outage", window(out.outage()));
            case Refusal.NotBlocked open ->
                node.put("pool", open.pool().name())
                        .put("server", open.server())
                        .put("cause", open.cause());
            case Refusal.InService up -> node.put("pool", up.pool().name()).put("server", up.server());
            case Refusal.TimeBackwards back ->
                node.put("now", Times.instant(back.now())).put("asked", Times.instant(back.asked()));
            case Refusal.LostServers lost ->
                node.put("reservation", lost.reservation().toString()).put("since", Times.instant(lost.since()));
            case Refusal.NotRunning waiting ->
                node.put("reservation", waiting.reservation().toString()).put("start", Times.instant(waiting.start()));
            case Refusal.OverrunTooLong longer ->
                node.put("reservation", longer.reservation().toString()).put("more", Times.duration(longer.more()));
            case Refusal.NoRoomToExtend room ->
                node.put("reservation", room.reservation().toString())
                        .put("pool", room.pool().name())
                        .<ObjectNode>set("extra", window(room.extra()))
                        .set("inTheWay", list(room.inTheWay()));
            case Refusal.CannotPush push ->
                node.put("reservation", push.reservation().toString())
                        .put("pool", push.pool().name())
                        .<ObjectNode>set("extra", window(push.extra()))
                        .set("inTheWay", list(push.inTheWay()));
            case Refusal.UnknownOpportunist unknown ->
                node.put("opportunist", unknown.opportunist().toString());
            case Refusal.UnknownWaiter unknown ->
                node.put("entry", unknown.waiter().toString());
            case Refusal.NoRounds none -> node.put("job", none.job().name());
            case Refusal.StillQueued queued ->
                node.put("reservation", queued.reservation().toString());
            case Refusal.Discarded discarded ->
                node.put("job", discarded.job().name())
                        .put("user", discarded.user())
                        .put("most", discarded.most());
        };
    }

    private static ObjectNode cannotJoin(ObjectNode node, Refusal.CannotJoin cannot) {
        node.put("pool", cannot.pool().name())
                .put(
                        "obstacle",
                        cannot.obstacle().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        cannot.reservation().ifPresent(reservation -> node.put("reservation", reservation.toString()));
        return node;
    }

    private static ObjectNode window(Window window) {
        return Json.object()
                .put("start", Times.instant(window.start()))
                .put("end", Times.isEndless(window.end()) ? "" : Times.instant(window.end()));
    }

    private static ArrayNode list(Collection<?> values) {
        ArrayNode array = Json.array();
        values.stream().map(Object::toString).sorted().limit(MOST_LISTED).forEach(array::add);
        return array;
    }
}
