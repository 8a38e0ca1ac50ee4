package dev.berth.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.slurm.SbatchScript;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words that are typed without an option: the name of a job, or a booking in plain words, which the service reads. */
public final class PlainWords {
    public static final String ABOUT =
            "Name of the job; or the booking in plain words, such as 4 gpus tonight for 8 hours. Options add what the"
                    + " words do not say";

    private final List<String> typed = new ArrayList<>();

    private @Nullable String name;

    public void add(String word) {
        typed.add(word);
    }

    public void setName(String value) {
        name = value;
    }

    public boolean isEmpty() {
        return typed.isEmpty() && name == null;
    }

    /** One word is a name; and so is whatever stands beside options that say how long. */
    private boolean isName(JobOptions options) {
        return typed.isEmpty() || (typed.size() == 1 && (!typed.getFirst().contains(" ") || options.sayHowLong()));
    }

    /** The job that is asked for; how its words were understood is shown first. */
    public ObjectNode job(JobOptions options, Remote remote) {
        if (!isName(options)) {
            return spoken(options, remote);
        }
        if (name != null && !typed.isEmpty()) {
            throw new BadInput(
                    "--name: the job is already named \"%s\"; leave one of them out".formatted(typed.getFirst()));
        }
        return options.json(typed.isEmpty() ? name : typed.getFirst(), remote.moments());
    }

    /** The job of a batch script; a word beside it is its name. */
    public ObjectNode job(SbatchScript script, JobOptions options, Remote remote) {
        if (typed.size() > 1 || (name != null && !typed.isEmpty())) {
            throw new BadInput(
                    "--script already says what is booked; only a name and options can be added, such as --by friday");
        }
        return ScriptJob.of(script, options, name != null ? name : String.join("", typed), remote);
    }

    private ObjectNode spoken(JobOptions options, Remote remote) {
        ObjectNode question = JsonTree.object()
                .put("text", String.join(" ", typed))
                .put("zone", remote.moments().zone().getId());
        JsonNode understood = remote.service().send("POST", "/words", question).expected();
        List<String> unclear = new ArrayList<>();
        understood
                .path("unclear")
                .forEach(each -> unclear.add(each.path("message").asText()));
        if (!unclear.isEmpty()) {
            throw new BadInput(String.join("\n", unclear));
        }
        if (!remote.isJson()) {
            remote.out().println("Understood: " + understood.path("understood").asText());
        }
        ObjectNode job = (ObjectNode) understood.path("job");
        if (name != null) {
            job.put("name", name);
        }
        options.addTo(job, remote.moments());
        if (!isComplete(job)) {
            List<String> missing = new ArrayList<>();
            understood.path("missing").forEach(each -> missing.add(each.asText()));
            throw new BadInput(String.join("\n", missing));
        }
        return job;
    }

    private static boolean isComplete(JsonNode job) {
        return (job.has("stay") && !job.has("mostServers"))
                || ((job.has("work") || job.has("table")) && job.has("deadline"));
    }
}
