package dev.berth.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.service.account.Account;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.opportunistic.Course;
import dev.berth.service.opportunistic.OpportunistOrders;
import dev.berth.site.View;
import dev.berth.site.Visibility;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.Times;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Opportunistic jobs, as their owners see them, and as the timetable shows them to all. */
public record OpportunistJson(View view) {
    /** The job in full, for those who may change it. */
    public ObjectNode of(Course course) {
        return found(course).get();
    }

    /** Looks up where it stands; its JSON is made without the site. */
    public Supplier<ObjectNode> found(Course course) {
        OpportunistId id = new OpportunistId(course.opportunist());
        Optional<Stint> running = course.end().isPresent() ? Optional.empty() : OpportunistOrders.running(view, id);
        Optional<Opportunist> queued = course.end().isPresent() ? Optional.empty() : OpportunistOrders.queued(view, id);
        List<String> names = running.map(stint -> ServerNames.of(view).known(stint.pool(), stint.servers()))
                .orElse(List.of());
        return () -> json(course, running, queued, names);
    }

    private static ObjectNode json(
            Course course, Optional<Stint> running, Optional<Opportunist> queued, List<String> names) {
        OpportunistId id = new OpportunistId(course.opportunist());
        ObjectNode node = Json.object()
                .put("id", id.toString())
                .put("name", course.name())
                .put("user", course.user())
                .put("servers", course.servers())
                .put("queued", Times.instant(course.asked()))
                .put("starts", course.starts());
        course.end()
                .ifPresentOrElse(
                        end -> {
                            node.put("state", Names.of(end.how())).put("ended", Times.instant(end.at()));
                            end.code().ifPresent(code -> node.put("exitCode", code));
                        },
                        () -> {
                            running.ifPresent(stint -> {
                                node.put("state", "running");
                                addStint(node, stint, names);
                                addWanted(node, stint.opportunist());
                            });
                            queued.ifPresent(job -> {
                                node.put("state", "queued");
                                addWanted(node, job);
                            });
                        });
        course.start()
                .ifPresent(start -> node.set(
                        "run",
                        Json.object()
                                .put("state", start.isRunning() ? "running" : "stopped")
                                .put("host", start.host())
                                .put("command", start.command())
                                .put("since", Times.instant(start.began()))));
        return node;
    }

    /** The job as it was just queued. */
    public static ObjectNode queued(Opportunist job, long now) {
        ObjectNode node = Json.object()
                .put("id", job.id().toString())
                .put("name", job.job().name())
                .put("user", job.user())
                .put("servers", job.servers())
                .put("queued", Times.instant(now))
                .put("starts", 0)
                .put("state", "queued");
        addWanted(node, job);
        return node;
    }

    private static void addWanted(ObjectNode node, Opportunist job) {
        if (OpportunistOrders.isLimited(job)) {
            node.put("work", Times.duration(job.left().amount()));
        }
        PoolId pool = job.requirements().pool();
        if (pool != null && !node.has("pool")) {
            node.put("pool", pool.name());
        }
        if (!job.requirements().attributes().isEmpty()) {
            ObjectNode attributes = node.putObject("attributes");
            job.requirements().attributes().forEach(attributes::put);
        }
    }

    private static void addStint(ObjectNode node, Stint stint, List<String> names) {
        node.put("pool", stint.pool().name()).put("since", Times.instant(stint.start()));
        node.set("serverNumbers", ReservationJson.numbers(stint.servers()));
        ServerNames.write(node, names);
    }

    /** A job at work as a line of the timetable: others learn as little of it as of a reservation. */
    public static ObjectNode line(Stint stint, OptionalLong until, Visibility visibility, Account account) {
        ObjectNode node = Json.object()
                .put("opportunist", stint.id().toString())
                .put("start", Times.instant(stint.start()))
                .put("servers", stint.servers().size());
        until.ifPresent(time -> node.put("until", Times.instant(time)));
        node.set("serverNumbers", ReservationJson.numbers(stint.servers()));
        if (account.owns(stint.opportunist().user()) || visibility == Visibility.NAMES) {
            node.put("name", stint.opportunist().job().name())
                    .put("user", stint.opportunist().user());
        }
        return node;
    }
}
