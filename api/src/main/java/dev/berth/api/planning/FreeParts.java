package dev.berth.api.planning;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.wire.Times;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Parts of the hosts of a pool that are free, from time to time: of all hosts together, or of each. Devices are counted in thousandths
 * because of their shares. Sums over the pool are exact, although a waiting reservation may come to another host than it has now.
 */
final class FreeParts {
    private final Pool pool;
    private final List<Part> parts;
    private final long[][] used;
    private final int[] out;
    private final List<Change> changes = new ArrayList<>();

    /** Change of what is used on a host: it takes parts, or is out as a whole. */
    private record Change(long time, int host, Slice taken, int sign, boolean isOut) {}

    /** @param reservations those that overlap a window, {@code outages} too */
    FreeParts(Pool pool, Collection<Reservation> reservations, Collection<Outage> outages) {
        this.pool = pool;
        this.parts = pool.parts().all();
        this.used = new long[pool.servers()][parts.size()];
        this.out = new int[pool.servers()];
        for (Reservation each : reservations) {
            Placement placement = each.placement();
            placement
                    .servers()
                    .forEach(host -> add(host, each.window(), placement.taken().slice(), false));
        }
        for (Outage outage : outages) {
            Slice taken = outage.taken().slice();
            add(outage.server(), outage.window(), taken, taken.isWhole());
        }
        changes.sort(Comparator.comparingLong(Change::time));
    }

    private void add(int host, Window window, Slice taken, boolean isOut) {
        changes.add(new Change(window.start(), host, taken, 1, isOut));
        changes.add(new Change(window.end(), host, taken, -1, isOut));
    }

    /** Number of units of a part that a host has: devices in thousandths. */
    private static long units(Part part) {
        return part.numbered() ? part.count() * Share.WHOLE : part.count();
    }

    /** Number of units of a part that a slice takes. */
    private static long units(Slice slice, Part part) {
        if (slice.isWhole()) {
            return units(part);
        }
        long amount = slice.amounts().get(part.name()) * (part.numbered() ? Share.WHOLE : 1);
        Share share = slice.share();
        return share != null && share.part().equals(part.name()) ? amount + part.thousandths(share) : amount;
    }

    private void apply(Change change) {
        if (change.isOut()) {
            out[change.host()] += change.sign();
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            used[change.host()][i] += change.sign() * units(change.taken(), parts.get(i));
        }
    }

    private long free(int host, int part) {
        return out[host] > 0 ? 0 : Math.max(0, units(parts.get(part)) - used[host][part]);
    }

    private boolean isFree(int host) {
        boolean isFree = out[host] == 0;
        for (long each : used[host]) {
            isFree &= each == 0;
        }
        return isFree;
    }

    /** Writes the hosts that are free as a whole, and the free parts of all hosts, step by step from the start of a range on. */
    void write(JsonGenerator json, Window range) throws IOException {
        long[] sums = new long[parts.size()];
        int hosts = 0;
        for (int host = 0; host < pool.servers(); host++) {
            hosts += count(host, sums, 1);
        }
        long[] told = null;
        int toldHosts = 0;
        int next = 0;
        for (long time = range.start();
                time < range.end();
                time = next < changes.size() ? changes.get(next).time() : range.end()) {
            while (next < changes.size() && changes.get(next).time() <= time) {
                Change change = changes.get(next++);
                hosts -= count(change.host(), sums, -1);
                apply(change);
                hosts += count(change.host(), sums, 1);
            }
            if (told == null || hosts != toldHosts || !Arrays.equals(sums, told)) {
                writeStep(json, time, hosts, sums);
                told = sums.clone();
                toldHosts = hosts;
            }
        }
    }

    /** Adds the free parts of a host to the sums, or takes them away; returns 1 if it is free as a whole. */
    private int count(int host, long[] sums, int sign) {
        for (int part = 0; part < sums.length; part++) {
            sums[part] += sign * free(host, part);
        }
        return isFree(host) ? 1 : 0;
    }

    private void writeStep(JsonGenerator json, long time, int hosts, long[] sums) throws IOException {
        json.writeStartObject();
        json.writeStringField("from", Times.instant(time));
        json.writeNumberField("servers", hosts);
        writeParts(json, sums);
        json.writeEndObject();
    }

    /** Writes what is free of each part on each host at a time. */
    void writeHosts(JsonGenerator json, long now) throws IOException {
        changes.stream().filter(change -> change.time() <= now).forEach(this::apply);
        for (int host = 0; host < pool.servers(); host++) {
            long[] free = new long[parts.size()];
            count(host, free, 1);
            json.writeStartObject();
            json.writeNumberField("server", host);
            writeParts(json, free);
            json.writeEndObject();
        }
    }

    private void writeParts(JsonGenerator json, long[] free) throws IOException {
        json.writeObjectFieldStart("parts");
        for (int i = 0; i < free.length; i++) {
            Part part = parts.get(i);
            if (part.numbered()) {
                json.writeFieldName(part.name());
                json.writeNumber(decimal(free[i]));
            } else {
                json.writeNumberField(part.name(), free[i]);
            }
        }
        json.writeEndObject();
    }

    private static BigDecimal decimal(long thousandths) {
        BigDecimal number = BigDecimal.valueOf(thousandths, 3).stripTrailingZeros();
        return number.scale() < 0 ? number.setScale(0) : number;
    }
}
