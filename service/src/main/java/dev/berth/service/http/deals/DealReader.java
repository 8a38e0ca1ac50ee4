package dev.berth.service.http.deals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Money;
import dev.berth.provision.federation.Preference;
import dev.berth.service.broker.Asked;
import dev.berth.service.broker.Broker;
import dev.berth.service.http.Call;
import dev.berth.service.http.Checks;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.JobReader;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Times;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what is asked of a broker. Jobs are passed on to the sites as they are, once they have been read here. */
final class DealReader {
    private static final int MOST_JOBS = 100;

    private final Broker broker;
    private final String asker;
    private final long now;

    /** What is asked for, and whether only to see what it would be. */
    record Read(Asked asked, boolean dryRun) {}

    DealReader(Broker broker, String asker, long now) {
        this.broker = broker;
        this.asker = asker;
        this.now = now;
    }

    Read read(Call call) {
        ObjectNode body = Json.read(call.content().get());
        Fields fields = Fields.of(body);
        boolean dryRun = fields.flag("dryRun");
        Money budget = fields.money("budget");
        if (fields.has("job") == fields.has("parts")) {
            fields.fault("job", "or parts is required, but not both");
        }
        Asked asked = fields.has("parts")
                ? together(fields, body, Optional.ofNullable(budget))
                : oneJob(fields, body, Optional.ofNullable(budget));
        fields.closed();
        return fields.built(() -> new Read(Checks.present(asked), dryRun));
    }

    private @Nullable Asked oneJob(Fields fields, ObjectNode body, Optional<Money> budget) {
        Preference by = fields.oneOf("by", Preference.class);
        List<String> sites = fields.names("sites", broker.sites().size());
        for (String site : sites) {
            if (!broker.sites().contains(site)) {
                fields.fault("sites", "must be among " + String.join(", ", broker.sites()));
            }
        }
        Fields job = fields.object("job");
        if (job == null) {
            return null;
        }
        ObjectNode passed = job(job, body.path("job"), 1);
        return new Asked.OneJob(
                passed.path("name").asText(),
                budget,
                passed,
                by == null ? Preference.END : by,
                sites.isEmpty() ? broker.sites() : sites);
    }

    private Asked together(Fields fields, ObjectNode body, Optional<Money> budget) {
        String name = fields.requiredText("name", 200);
        List<Asked.AtSite> parts = new ArrayList<>();
        Set<String> sites = new HashSet<>();
        List<Fields> all = fields.objects("parts", broker.sites().size());
        for (int i = 0; i < all.size(); i++) {
            Fields part = all.get(i);
            String site = part.requiredText("site", 64);
            if (part.has("site") && !broker.sites().contains(site)) {
                part.fault("site", "must be one of " + String.join(", ", broker.sites()));
            }
            if (!sites.add(site)) {
                part.fault("site", "must be named once; put all its jobs into one part");
            }
            List<ObjectNode> jobs = new ArrayList<>();
            List<Fields> each = part.objects("jobs", MOST_JOBS);
            for (int j = 0; j < each.size(); j++) {
                jobs.add(
                        job(each.get(j), body.path("parts").path(i).path("jobs").path(j), all.size()));
            }
            part.closed();
            parts.add(new Asked.AtSite(site, jobs));
        }
        return new Asked.Together(name, budget, parts);
    }

    /** The same job with a start that leaves time to confirm it: holds end at their start. */
    private ObjectNode job(Fields fields, JsonNode sent, int parts) {
        if (fields.has("user")) {
            fields.fault("user", "cannot be chosen; each site books for the account of its token");
        }
        JobReader.read(fields, asker, now, requirements -> false);
        fields.closed();
        ObjectNode job = sent instanceof ObjectNode object ? object.deepCopy() : Json.object();
        if (!fields.has("ready")) {
            job.put("ready", Times.instant(now + broker.terms().lead(parts)));
        }
        return job;
    }
}
