package dev.berth.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Carbon;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Lateness;
import dev.berth.engine.model.Money;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tariffs of pools, and the conditions that reservations were agreed under. */
public final class TariffJson {
    /** An hour in units of the time of the service, which are milliseconds. */
    public static final long HOUR = 3_600_000;

    private TariffJson() {}

    /** The tariff that an operator sets; curves come from the settings of the site. */
    public static @Nullable Tariff read(Fields fields) {
        fields.require("base");
        Money base = fields.money("base");
        int flexibility = fields.share("flexibility", 1);
        int lead = fields.share("lead", 1);
        Long fullLead = fields.positiveDuration("fullLead");
        int surcharge = fields.share("surcharge", 1000);
        int penalty = fields.share("penalty", 1);
        int incentive = fields.share("incentive", 1);
        Amounts weights = SliceJson.amounts(fields, "weights");
        Lateness lateness = lateness(fields.object("lateness"));
        if (lead > 0 && !fields.has("fullLead")) {
            fields.fault("fullLead", "needs lead");
        }
        return base == null
                ? null
                : fields.build(() -> Tariff.flat(base, HOUR)
                        .withDiscounts(flexibility, lead, fullLead == null ? 1 : fullLead)
                        .withSurcharge(surcharge)
                        .withFees(penalty, incentive)
                        .withWeights(weights)
                        .withLateness(lateness));
    }

    private static @Nullable Lateness lateness(@Nullable Fields fields) {
        if (fields == null) {
            return null;
        }
        List<Lateness.Step> steps = new ArrayList<>();
        for (Fields each : fields.optionalObjects("steps", Lateness.MOST_STEPS)) {
            each.require("before");
            each.require("share");
            Long before = each.duration("before");
            int share = each.share("share", 1);
            if (before != null && before < 0) {
                each.fault("before", "must not be negative");
            } else if (before != null) {
                steps.add(new Lateness.Step(before, share));
            }
            each.closed();
        }
        boolean linear = fields.flag("linear");
        int noShow = fields.share("noShow", 1);
        fields.closed();
        return fields.isFaulty() ? null : fields.build(() -> new Lateness(linear, steps, noShow));
    }

    public static ObjectNode write(Tariff tariff) {
        ObjectNode node = Json.object()
                .put("base", tariff.base().toString())
                .put("flexibility", DecimalStrings.ofMillionths(tariff.flexibility()))
                .put("lead", DecimalStrings.ofMillionths(tariff.lead()));
        if (tariff.lead() > 0) {
            node.put("fullLead", Times.duration(tariff.fullLead()));
        }
        node.put("surcharge", DecimalStrings.ofMillionths(tariff.surcharge()))
                .put("penalty", DecimalStrings.ofMillionths(tariff.penalty()))
                .put("incentive", DecimalStrings.ofMillionths(tariff.incentive()));
        if (!tariff.weights().isEmpty()) {
            SliceJson.add(node.putObject("weights"), tariff.weights());
        }
        Lateness lateness = tariff.lateness();
        if (lateness != null) {
            node.set("lateness", write(lateness));
        }
        return node;
    }

    /** Adds what the curves of a tariff say at a time, if it has some. */
    public static void addCurves(ObjectNode node, Tariff tariff, long now) {
        TimeCurve hours = tariff.hours();
        Carbon carbon = tariff.carbon();
        if (hours != null) {
            node.putObject("hours")
                    .put("factor", DecimalStrings.ofMillionths(hours.at(now)))
                    .put("until", Times.instant(hours.until()));
        }
        if (carbon != null) {
            node.putObject("carbon")
                    .put("watts", carbon.watts())
                    .put("grams", carbon.curve().at(now))
                    .put("until", Times.instant(carbon.curve().until()));
        }
    }

    /** Adds what was agreed beside the price; nothing where that is nothing. */
    static void add(ObjectNode node, Conditions conditions, long start) {
        if (conditions.hours() != Tariff.ONE) {
            node.put("factor", DecimalStrings.ofMillionths(conditions.hours()));
        }
        if (conditions.grams() > 0) {
            node.put("grams", conditions.grams());
        }
        Lateness lateness = conditions.lateness();
        if (lateness != null) {
            ObjectNode written = write(lateness).put("start", Times.instant(conditions.counted(start)));
            if (conditions.reached() > 0) {
                written.put("reached", DecimalStrings.ofMillionths(conditions.reached()));
            }
            node.set("lateness", written);
        }
    }

    private static ObjectNode write(Lateness lateness) {
        ObjectNode node = Json.object();
        ArrayNode steps = node.putArray("steps");
        for (Lateness.Step step : lateness.steps()) {
            steps.addObject()
                    .put("before", Times.duration(step.before()))
                    .put("share", DecimalStrings.ofMillionths(step.share()));
        }
        if (lateness.linear()) {
            node.put("linear", true);
        }
        return node.put("noShow", DecimalStrings.ofMillionths(lateness.noShow()));
    }
}
