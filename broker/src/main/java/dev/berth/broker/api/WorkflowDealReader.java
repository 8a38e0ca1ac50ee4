package dev.berth.broker.api;

import dev.berth.api.provisioning.ProvisionReader;
import dev.berth.broker.Broker;
import dev.berth.broker.deal.Asked;
import dev.berth.engine.model.Money;
import dev.berth.service.provision.ProvisionTerms;
import dev.berth.service.workflow.Upload;
import dev.berth.wire.Fields;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what is asked of a broker for a workflow. */
final class WorkflowDealReader {
    /** Every fact about a deal has all its tasks. */
    private static final int MOST_TASKS = 2_000;

    private static final int LONGEST_NAME = 180;
    private static final long USUAL = Duration.ofSeconds(10).toMillis();
    private static final long LONGEST = Duration.ofSeconds(30).toMillis();
    private static final double MILLION = 1e6;

    private final Broker broker;
    private final long now;
    private final Function<String, Upload> uploads;

    /** @param uploads the workflows that the asker has sent, by id */
    WorkflowDealReader(Broker broker, long now, Function<String, Upload> uploads) {
        this.broker = broker;
        this.now = now;
        this.uploads = uploads;
    }

    /**
     * Reads it.
     *
     * @param named what the deal is to be called; null for the name of the workflow
     */
    Asked.OfWorkflow read(Fields fields, @Nullable String named, Optional<Money> budget, List<String> sites) {
        String id = fields.requiredText("id", 100);
        if (fields.has("pools")) {
            fields.fault("pools", "is not for deals; name sites instead");
        }
        boolean isGiven = fields.has("alpha");
        int alpha = fields.share("alpha", 1);
        ProvisionTerms terms = ProvisionReader.read(fields, now, USUAL, LONGEST);
        long lead = broker.terms().lead(sites.size())
                + Optional.ofNullable(terms.settings().limit())
                        .orElse(Duration.ZERO)
                        .toMillis();
        if (terms.ready() < now + lead) {
            fields.fault(
                    "ready",
                    "must be at least %d seconds from now, so that all can be searched, held and confirmed before it"
                            .formatted((lead + 999) / 1000));
        }
        fields.check();
        Upload upload = uploads.apply(id);
        if (upload.profile().tasks() > MOST_TASKS) {
            fields.fault("id", "must be a workflow of at most %,d tasks; split it".formatted(MOST_TASKS));
            fields.check();
        }
        double usual = budget.isEmpty() && terms.deadline() != null ? 1 : 0;
        return new Asked.OfWorkflow(
                name(named, upload), budget, upload.read(), terms, isGiven ? alpha / MILLION : usual, sites);
    }

    private static String name(@Nullable String named, Upload upload) {
        String name = named == null ? upload.read().workflow().name() : named;
        return name.isBlank() ? "workflow" : name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
    }
}
