package dev.berth.slurm;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.account.AuditLog;
import dev.berth.service.notice.PauseNotices;
import dev.berth.site.Transaction;
import dev.berth.wire.NodeRanges;
import dev.berth.wire.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Says what was done because of the cluster and in it, in the log and in the audit log. */
final class Deeds {
    private static final Logger LOG = LoggerFactory.getLogger(Deeds.class);

    /** Failures of the latest round by reservation: each is reported once, not every round. */
    private Map<String, String> failed = Map.of();

    /** Something done in the cluster, in words and in fields. */
    private record Deed(String what, String words, String reservation, Map<String, String> fields) {
        private static Deed of(Action action) {
            String reservation = action.name().substring(action.name().lastIndexOf('-') + 1);
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("reservation", reservation);
            fields.put("name", action.name());
            return switch (action) {
                case Action.Create create -> {
                    describe(fields, create.wanted());
                    yield new Deed("cluster-create", "Made a reservation in the cluster", reservation, fields);
                }
                case Action.Update update -> {
                    describe(fields, update.to());
                    yield new Deed("cluster-change", "Changed a reservation in the cluster", reservation, fields);
                }
                case Action.Delete delete ->
                    new Deed("cluster-delete", "Deleted a reservation in the cluster", reservation, fields);
                case Action.End end -> {
                    fields.put("end", Instant.ofEpochMilli(end.at()).toString());
                    yield new Deed(
                            "cluster-end", "Ended a reservation in the cluster with its jobs", reservation, fields);
                }
            };
        }

        private static void describe(Map<String, String> fields, Wanted wanted) {
            Window window = wanted.window();
            fields.put("user", String.join(",", wanted.users()));
            fields.put("nodes", NodeRanges.folded(wanted.nodes()));
            fields.put("start", Instant.ofEpochMilli(window.start()).toString());
            fields.put("end", Instant.ofEpochMilli(window.end()).toString());
        }

        String detail() {
            List<String> parts = new ArrayList<>();
            fields.forEach((name, value) -> {
                if (!name.equals("reservation")) {
                    parts.add(name + " " + value);
                }
            });
            return String.join(", ", parts);
        }
    }

    /** Logs what came of what was tried in the cluster. */
    void log(Map<Action, ActionOutcome> outcomes) {
        Map<String, String> failing = new HashMap<>();
        outcomes.forEach((action, outcome) -> {
            Deed deed = Deed.of(action);
            switch (outcome) {
                case ActionOutcome.Done ok -> record(Level.INFO, deed).log(deed.words());
                case ActionOutcome.Refused refused -> {
                    failing.put(action.name(), refused.words());
                    record(loudness(action, refused.words()), deed)
                            .addKeyValue("why", refused.words())
                            .log("The cluster refuses to {}", ClusterStanding.words(action));
                }
                case ActionOutcome.Unknown unknown -> {
                    failing.put(action.name(), unknown.words());
                    record(loudness(action, unknown.words()), deed)
                            .addKeyValue("why", unknown.words())
                            .log("No answer from the cluster to: {}", ClusterStanding.words(action));
                }
            }
        });
        failed = failing;
    }

    /** Records what was done in the cluster. */
    static void audit(Transaction transaction, Map<Action, ActionOutcome> outcomes) {
        outcomes.forEach((action, outcome) -> {
            if (outcome instanceof ActionOutcome.Done) {
                Deed deed = Deed.of(action);
                AuditLog.add(transaction, deed.what(), deed.reservation(), deed.detail());
            }
        });
    }

    private Level loudness(Action action, String words) {
        return words.equals(failed.get(action.name())) ? Level.DEBUG : Level.WARN;
    }

    private static LoggingEventBuilder record(Level level, Deed deed) {
        LoggingEventBuilder builder = LOG.atLevel(level);
        for (Map.Entry<String, String> field : deed.fields().entrySet()) {
            builder = builder.addKeyValue(field.getKey(), field.getValue());
        }
        return builder;
    }

    /** Records a command that the book has carried out because of what the cluster says. */
    static void audit(Transaction transaction, Command command) {
        switch (command) {
            case Command.Block block -> nodes(transaction, "block", block.pool(), block.servers(), block.cause());
            case Command.Avoid avoid -> nodes(transaction, "avoid", avoid.pool(), avoid.servers(), avoid.cause());
            case Command.Unblock unblock ->
                nodes(transaction, "unblock", unblock.pool(), unblock.servers(), unblock.cause());
            case Command.Finish finish ->
                reservation(
                        transaction,
                        "finish",
                        finish.reservation(),
                        "nothing runs in it any more",
                        "Gave back a reservation");
            // The log of the site tells of it.
            case Command.NoShow unused ->
                AuditLog.add(transaction, "no-show", unused.reservation().toString(), "nothing was run in it");
            case Command.Overrun overrun ->
                reservation(
                        transaction,
                        "overrun",
                        overrun.reservation(),
                        "a job in it takes longer",
                        "Extended a reservation");
            case Command.StartBound start ->
                reservation(
                        transaction,
                        "start-early",
                        start.reservation(),
                        "its nodes are free",
                        "Started a reservation before its time");
            // Binding nodes is not audited, and no other command comes from the cluster.
            case Command.Bind none -> {}
            case Command.Reclaim none -> {}
            case Command.AddPool none -> {}
            case Command.Give none -> {}
            case Command.GiveWay none -> {}
            case Command.AddServers none -> {}
            case Command.Reserve none -> {}
            case Command.Hold none -> {}
            case Command.Replace none -> {}
            case Command.Confirm none -> {}
            case Command.Change none -> {}
            case Command.Adjust none -> {}
            case Command.SetTariff none -> {}
            case Command.SetRounds none -> {}
            case Command.SetLicences none -> {}
            case Command.SetPolicy none -> {}
            case Command.Enqueue none -> {}
            case Command.Cancel none -> {}
            case Command.Drain none -> {}
            case Command.Evacuate none -> {}
            case Command.Fail none -> {}
            case Command.Restore none -> {}
            case Command.NameServers none -> {}
            case Command.Settle none -> {}
            case Command.JoinPools none -> {}
            case Command.Shun none -> {}
            case Command.Advance none -> {}
            case Command.QueueOpportunist none -> {}
            case Command.CancelOpportunist none -> {}
            case Command.FinishOpportunist none -> {}
            case Command.Await none -> {}
            case Command.Leave none -> {}
            case Command.Serve none -> {}
            case Command.PassOver none -> {}
            case Command.Decline none -> {}
        }
    }

    /** Tells the owner of a reservation in which nothing runs any more until when it stays. */
    static void warn(Transaction transaction, OwnerUse.Pause pause) {
        transaction.view().reservation(pause.id()).ifPresent(reservation -> {
            new PauseNotices(transaction).warn(reservation, pause.since(), pause.until());
            AuditLog.add(
                    transaction,
                    "warn-unused",
                    pause.id().toString(),
                    "no job in it since %s, given back at %s"
                            .formatted(Times.instant(pause.since()), Times.instant(pause.until())));
        });
    }

    /** The log of the site tells of servers that are blocked, whoever blocks them. */
    private static void nodes(Transaction transaction, String what, PoolId pool, ServerSet servers, String cause) {
        SortedSet<String> nodes = NodeServers.of(transaction.view()).nodes(pool, servers);
        AuditLog.add(transaction, what, pool.name(), NodeRanges.folded(nodes) + ", " + cause);
    }

    private static void reservation(Transaction transaction, String what, ReservationId id, String why, String words) {
        AuditLog.add(transaction, what, id.toString(), why);
        LOG.atInfo().addKeyValue("reservation", id).addKeyValue("why", why).log(words);
    }

    /** Says which brakes have gone on and off since the round before. */
    static void say(List<Braked> before, List<Braked> after) {
        for (Braked each : after) {
            if (isMissing(each, before)) {
                brake(each)
                        .addKeyValue("until", Instant.ofEpochMilli(each.until()))
                        .log(
                                "The brake is on: nodes {}, so nobody loses them yet. If they are really down: berth cluster release",
                                each.why());
            }
        }
        for (Braked each : before) {
            if (isMissing(each, after)) {
                brake(each).log("The brake is off");
            }
        }
    }

    static void sayReleased(Braked released) {
        brake(released).log("The brake is released by an operator: these nodes count as down");
    }

    private static boolean isMissing(Braked one, List<Braked> others) {
        return others.stream().noneMatch(other -> other.pool().equals(one.pool()));
    }

    private static LoggingEventBuilder brake(Braked each) {
        return LOG.atWarn().addKeyValue("pool", each.pool()).addKeyValue("nodes", NodeRanges.folded(each.nodes()));
    }

    /** The book may refuse what the cluster suggests; the next round asks again. */
    static void refused(Command command, Refusal refusal) {
        LOG.debug("The book refuses {}: {}", command, refusal);
    }
}
