package dev.berth.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Offer;
import dev.berth.words.Unit;

/** Offers. */
public final class OfferJson {
    private OfferJson() {}

    public static ObjectNode write(String id, Offer offer, Unit unit, long expires) {
        ObjectNode node = Json.object()
                .put("id", id)
                .put("family", Names.of(offer.family()))
                .put("expires", Times.instant(expires))
                .put("pool", offer.placement().pool().name())
                .put("servers", offer.placement().count())
                .put("start", Times.instant(offer.placement().window().start()))
                .put("end", Times.instant(offer.placement().window().end()))
                .put("ready", Times.instant(offer.job().ready()))
                .put("deadline", Times.instant(offer.job().deadline()))
                .put("price", offer.price().toString())
                .put("phi", DecimalStrings.ofMillionths(offer.phi()));
        if (offer.grams() > 0) {
            node.put("grams", offer.grams());
        }
        SliceJson.add(node, offer.placement().taken());
        return unit.equals(Unit.SERVER) ? node : node.put("unit", unit.name());
    }
}
