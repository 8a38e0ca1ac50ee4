package dev.berth.broker.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.News;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.deal.Replacement;
import dev.berth.broker.plan.DealProposal;
import dev.berth.broker.plan.TradeOff;
import dev.berth.broker.remote.Reserved;
import dev.berth.service.provision.TaskPlace;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import java.util.List;
import java.util.function.Function;

/** Deals, and what could be had. */
final class DealJson {
    private DealJson() {}

    /** One of a list: without its tasks. */
    static ObjectNode line(Deal deal) {
        return write(deal, DealJson::part);
    }

    static ObjectNode write(Deal deal) {
        return write(deal, part -> {
            ObjectNode node = part(part);
            if (part.tasks().isPresent()) {
                node.set("tasks", tasks(part));
            }
            return node;
        });
    }

    private static ArrayNode tasks(DealPart part) {
        ArrayNode array = Json.array();
        for (TaskPlace task : part.tasks().orElse(List.of())) {
            array.addObject()
                    .put("task", task.task())
                    .put("site", part.site())
                    .put("pool", task.pool())
                    .put("servers", task.servers())
                    .put("start", Times.instant(task.start()))
                    .put("end", Times.instant(task.end()));
        }
        return array;
    }

    private static ObjectNode write(Deal deal, Function<DealPart, ObjectNode> part) {
        ObjectNode node = Json.object()
                .put("id", deal.id())
                .put("name", deal.name())
                .put("user", deal.user())
                .put("state", Names.of(deal.state()))
                .put("made", Times.instant(deal.made()))
                .put("changed", Times.instant(deal.changed()))
                .put("price", deal.price().toString())
                .put("fees", deal.fees().toString())
                .put("replace", deal.replacement().isPresent())
                .put("move", deal.replacement().flatMap(Replacement::move).isPresent());
        deal.budget().ifPresent(budget -> node.put("budget", budget.toString()));
        ArrayNode parts = node.putArray("parts");
        deal.parts().forEach(each -> parts.add(part.apply(each)));
        node.set("reasons", reasons(deal.reasons()));
        node.set("waits", reasons(deal.waits()));
        ArrayNode news = node.putArray("news");
        deal.news().forEach(each -> news.add(news(each)));
        return node;
    }

    private static ObjectNode news(News news) {
        ObjectNode node = Json.object()
                .put("seen", Times.instant(news.seen()))
                .put("site", news.site())
                .put("what", Names.of(news.what()));
        news.before().ifPresent(before -> node.set("before", reserved(before)));
        node.set("now", reserved(news.now()));
        return news.detail().isEmpty() ? node : node.put("detail", news.detail());
    }

    private static ObjectNode part(DealPart part) {
        ObjectNode node = Json.object().put("site", part.site()).put("group", part.group());
        ArrayNode reservations = node.putArray("reservations");
        part.reservations().forEach(each -> reservations.add(reserved(each)));
        part.fee().ifPresent(fee -> node.put("fee", fee.toString()));
        return node;
    }

    private static ObjectNode reserved(Reserved reserved) {
        ObjectNode node = Json.object()
                .put("id", reserved.id())
                .put("pool", reserved.pool())
                .put("servers", reserved.servers())
                .put("start", Times.instant(reserved.start()))
                .put("end", Times.instant(reserved.end()))
                .put("price", reserved.price().toString());
        reserved.standing().ifPresent(standing -> node.put("state", Names.of(standing)));
        return node;
    }

    static ArrayNode reasons(List<Reason> all) {
        ArrayNode array = Json.array();
        all.forEach(reason -> array.add(Json.object()
                .put("site", reason.site())
                .put("code", reason.code())
                .put("detail", reason.detail())));
        return array;
    }

    static ObjectNode proposal(DealProposal proposal) {
        ObjectNode node = Json.object()
                .put("dryRun", true)
                .put("possible", !proposal.plans().isEmpty());
        ArrayNode offers = node.putArray("offers");
        proposal.offers()
                .forEach(each -> offers.add(Json.object()
                        .put("site", each.site())
                        .put("pool", each.pool())
                        .put("servers", each.servers())
                        .put("start", Times.instant(each.window().start()))
                        .put("end", Times.instant(each.window().end()))
                        .put("price", each.price().toString())));
        node.set("reasons", reasons(proposal.reasons()));
        proposal.tradeOff().ifPresent(tradeOff -> {
            tradeOff(node, tradeOff);
            ArrayNode tasks = node.putArray("tasks");
            proposal.plans().stream()
                    .limit(1)
                    .flatMap(plan -> plan.parts().stream())
                    .forEach(part -> tasks.addAll(tasks(part)));
        });
        return node;
    }

    private static void tradeOff(ObjectNode node, TradeOff tradeOff) {
        ArrayNode points = node.putArray("points");
        tradeOff.points()
                .forEach(point -> points.addObject()
                        .put("cost", point.cost().toString())
                        .put("makespan", Times.duration(point.makespan()))
                        .put("finish", Times.instant(point.finish()))
                        .put("slots", point.slots()));
        tradeOff.chosen().ifPresent(chosen -> node.put("chosen", chosen));
        node.put("slots", tradeOff.slots()).put("exact", tradeOff.exact());
        if (tradeOff.leftOut() > 0) {
            node.put("slotsLeftOut", tradeOff.leftOut());
        }
    }
}
