package dev.berth.soak.target;

import dev.berth.soak.fuzz.FuzzTarget;
import dev.berth.wire.ChangeReader;
import dev.berth.wire.Fields;
import dev.berth.wire.JobReader;
import dev.berth.wire.Json;
import dev.berth.wire.PoolJson;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.json.NotJson;
import java.util.List;

/** JSON bodies: jobs with wishes, changes and pools. */
public final class JobTarget implements FuzzTarget {
    private static final long NOW = 1_794_700_000_000L;

    @Override
    public String name() {
        return "json";
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"name\":",
                "\"work\":",
                "\"stay\":",
                "\"deadline\":",
                "\"ready\":",
                "\"servers\":",
                "\"mostServers\":",
                "\"budget\":",
                "\"wish\":",
                "\"kind\":",
                "\"rate\":",
                "\"attributes\":",
                "\"PT1H\"",
                "\"2026-12-01T08:00:00Z\"");
    }

    @Override
    public void read(byte[] input) {
        try {
            var node = Json.read(input);
            Fields job = Fields.of(node);
            JobReader.read(job, "ana", NOW, requirements -> true);
            JobReader.wish(job);
            refused(() -> job.closed().check());
            Fields change = Fields.of(node);
            ChangeReader.read(change);
            refused(() -> change.closed().check());
            Fields pool = Fields.of(node);
            PoolJson.read(pool);
            refused(() -> pool.closed().check());
        } catch (Invalid | NotJson e) {
            // refused as documented
        }
    }

    private static void refused(Runnable check) {
        try {
            check.run();
        } catch (Invalid e) {
            // refused as documented
        }
    }
}
