package dev.berth.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.snapshot.ModelBytes;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.TreeMap;

/** Reservations: when and where for everybody, all else for those who may see it. */
public final class ReservationJson {
    private ReservationJson() {}

    /** The public part of a reservation, for every user: the servers it takes, and when. */
    public static ObjectNode busy(Reservation reservation, String state) {
        ObjectNode node = Json.object()
                .put("id", reservation.id().toString())
                .put("state", state)
                .put("pool", reservation.placement().pool().name())
                .put("servers", reservation.placement().count())
                .put("start", Times.instant(reservation.window().start()))
                .put("end", Times.instant(reservation.window().end()));
        SliceJson.add(node, reservation.placement().taken());
        return node;
    }

    /**
     * The reservation as it is told. Hosts of one that waits in a pool with parts are tentative and may change at any time, so
     * that nobody is told of them.
     *
     * @param hosts whether its pool has parts
     */
    public static Reservation told(Reservation reservation, boolean hosts) {
        if (!hosts || reservation.isRunning() || reservation.isBound()) {
            return reservation;
        }
        Placement placement = reservation.placement();
        return reservation.withPlacement(placement
                .withServers(ServerSet.EMPTY)
                .withTaken(placement.taken().withDevices(Devices.NONE)));
    }

    /** The same, with whose it is and what it is called; a name that begins with a dot is private. */
    public static ObjectNode named(Reservation reservation, String state) {
        ObjectNode node = busy(reservation, state);
        who(node, reservation.job());
        return node;
    }

    public static void who(ObjectNode node, Job job) {
        if (!job.id().name().startsWith(".")) {
            node.put("name", job.id().name());
        }
        node.put("user", job.user());
    }

    public static ObjectNode details(Reservation reservation, String state) {
        Job job = reservation.job();
        ObjectNode node = busy(reservation, state)
                .put("name", job.id().name())
                .put("user", job.user())
                .put("ready", Times.instant(job.ready()))
                .put("deadline", Times.instant(job.deadline()));
        long amount = job.shape().takes(reservation.placement().count())
                ? job.shape().work(reservation.placement().count()).amount()
                : job.work().amount();
        node.put(job.shape() instanceof Shape.Stay ? "stay" : "work", Times.duration(amount));
        if (!reservation.placement().servers().isEmpty()) {
            node.set("serverNumbers", numbers(reservation.placement().servers()));
        }
        asked(node, job);
        node.put("price", reservation.agreement().price().toString())
                .put("fees", reservation.agreement().fees().toString())
                .put("made", Times.instant(reservation.agreement().made()));
        TariffJson.add(
                node, reservation.agreement().conditions(), reservation.window().start());
        return node;
    }

    /** Quote of an action that was carried out, or only tried in a dry run. */
    public static ObjectNode quoted(boolean dryRun, Quote quote) {
        ObjectNode node = Json.object().put("dryRun", dryRun);
        node.set("quote", quote(quote));
        return node;
    }

    /** Adds the job's requirements and terms; its servers and times are added elsewhere. */
    static void asked(ObjectNode node, Job job) {
        TableJson.add(node, job.shape());
        if (job.requirements().pool() != null
                || !job.requirements().attributes().isEmpty()) {
            requires(node.putObject("requires"), job);
        }
        if (job.terms().project() != null) {
            node.put("project", job.terms().project());
        }
        if (job.terms().budget() != null) {
            node.put("budget", job.terms().budget().toString());
        }
        if (job.terms().fixAfter() != null) {
            node.put("fixAfter", job.terms().fixAfter());
        }
        if (job.terms().prefer() != null) {
            node.put("prefer", Names.of(job.terms().prefer()));
        }
        Long notice = job.terms().notice();
        if (notice != null) {
            node.put("starts", Names.of(Starts.WHEN_FREE));
            if (notice > 0) {
                node.put("notice", Times.duration(notice));
            }
        }
    }

    private static void requires(ObjectNode node, Job job) {
        if (job.requirements().pool() != null) {
            node.put("pool", job.requirements().pool().name());
        }
        if (!job.requirements().attributes().isEmpty()) {
            ObjectNode attributes = node.putObject("attributes");
            new TreeMap<>(job.requirements().attributes()).forEach(attributes::put);
        }
    }

    public static ArrayNode numbers(ServerSet servers) {
        ArrayNode array = Json.array();
        servers.forEach(array::add);
        return array;
    }

    /** That its servers are settled already makes no difference to its owner: a bound one is waiting. */
    public static String state(Reservation reservation) {
        return Names.of(reservation.isBound() ? Reservation.State.WAITING : reservation.state());
    }

    public static ObjectNode quote(Quote quote) {
        return Json.object()
                .put("before", quote.before().toString())
                .put("after", quote.after().toString())
                .put("fee", quote.fee().toString());
    }

    /** Changes when the agreement does; tentative servers are not part of it, as the book may rename them at any time. */
    public static String etag(Reservation reservation) {
        ByteArrayOutputStream content = new ByteArrayOutputStream(256);
        try (DataOutputStream out = new DataOutputStream(content)) {
            ModelBytes.writeReservation(
                    out, told(reservation.withServers(ServerSet.EMPTY).in(Reservation.State.WAITING), true));
            out.writeBoolean(reservation.state() == Reservation.State.HELD);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return etag(content.toByteArray());
    }

    static String etag(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return '"' + HexFormat.of().formatHex(Arrays.copyOf(hash, 12)) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
