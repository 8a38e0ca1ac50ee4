package dev.berth.service.http.deals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.broker.Deal;
import dev.berth.service.broker.Part;
import dev.berth.service.broker.Proposal;
import dev.berth.service.broker.Reason;
import dev.berth.service.broker.remote.Reserved;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Names;
import dev.berth.service.wire.Times;
import java.util.List;

/** Deals, and what could be had. */
final class DealJson {
    private DealJson() {}

    static ObjectNode write(Deal deal) {
        ObjectNode node = Json.object()
                .put("id", deal.id())
                .put("name", deal.name())
                .put("user", deal.user())
                .put("state", Names.of(deal.state()))
                .put("made", Times.instant(deal.made()))
                .put("changed", Times.instant(deal.changed()))
                .put("price", deal.price().toString())
                .put("fees", deal.fees().toString());
        deal.budget().ifPresent(budget -> node.put("budget", budget.toString()));
        ArrayNode parts = node.putArray("parts");
        deal.parts().forEach(part -> parts.add(part(part)));
        node.set("reasons", reasons(deal.reasons()));
        return node;
    }

    private static ObjectNode part(Part part) {
        ObjectNode node = Json.object().put("site", part.site()).put("group", part.group());
        ArrayNode reservations = node.putArray("reservations");
        part.reservations().forEach(each -> reservations.add(reserved(each)));
        part.fee().ifPresent(fee -> node.put("fee", fee.toString()));
        return node;
    }

    private static ObjectNode reserved(Reserved reserved) {
        return Json.object()
                .put("id", reserved.id())
                .put("pool", reserved.pool())
                .put("servers", reserved.servers())
                .put("start", Times.instant(reserved.start()))
                .put("end", Times.instant(reserved.end()))
                .put("price", reserved.price().toString());
    }

    static ArrayNode reasons(List<Reason> all) {
        ArrayNode array = Json.array();
        all.forEach(reason -> array.add(Json.object()
                .put("site", reason.site())
                .put("code", reason.code())
                .put("detail", reason.detail())));
        return array;
    }

    static ObjectNode proposal(Proposal proposal) {
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
        return node;
    }
}
