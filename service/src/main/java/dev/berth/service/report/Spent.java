package dev.berth.service.report;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import dev.berth.site.PartTime;
import dev.berth.site.ServerTimeClaim;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/**
 * Entry of the ledger, as a fact: the usage of a reservation or of an opportunistic job, a number of refused requests, or a promise that was not kept.
 *
 * @param start of its window, as {@code end} is the end of it; what was refused or not kept has an empty window
 * @param usedUntil the servers were used from the start until then
 * @param cost price and fees in millionths
 * @param refused how many requests were refused
 * @param reason the code of the refusal; empty in older journals and for what was not refused
 * @param asked what the refused requests asked for, in server-milliseconds; empty in older journals and for what was not refused
 * @param broken how many promises were not kept; empty for none, and in older journals
 * @param lost what was promised and never given, in server-milliseconds; empty for nothing, and in older journals
 * @param opportunistic true for the command of an opportunistic job, which was not booked; empty for all else, and in older journals
 * @param share of each server that it had, in millionths; empty for all of it, and in older journals
 * @param parts what it had of each part, in thousandths, of all its servers; empty for none, and in older journals
 * @param grams the carbon dioxide that was expected for the time it was used, in grams; empty where that is not known
 */
public record Spent(
        String user,
        Optional<String> project,
        String pool,
        long start,
        long end,
        long usedUntil,
        int servers,
        long cost,
        long refused,
        Optional<String> reason,
        Optional<Long> asked,
        Optional<Long> broken,
        Optional<Long> lost,
        Optional<Boolean> opportunistic,
        Optional<Integer> share,
        Optional<Map<String, Long>> parts,
        Optional<Long> grams) {
    /** Entry whose carbon dioxide is not known. */
    public Spent(
            String user,
            Optional<String> project,
            String pool,
            long start,
            long end,
            long usedUntil,
            int servers,
            long cost,
            long refused,
            Optional<String> reason,
            Optional<Long> asked,
            Optional<Long> broken,
            Optional<Long> lost,
            Optional<Boolean> opportunistic,
            Optional<Integer> share,
            Optional<Map<String, Long>> parts) {
        this(
                user,
                project,
                pool,
                start,
                end,
                usedUntil,
                servers,
                cost,
                refused,
                reason,
                asked,
                broken,
                lost,
                opportunistic,
                share,
                parts,
                Optional.empty());
    }

    /** Entry for the command of an opportunistic job, which ran from a time to another. */
    static Spent opportunistic(String user, Optional<String> project, String pool, int servers, long from, long to) {
        return new Spent(
                user,
                project,
                pool,
                from,
                to,
                from,
                servers,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(true),
                Optional.empty(),
                Optional.empty());
    }

    /** Entry for a reservation whose servers are used until a time. */
    static Spent of(
            PartTime time, Reservation reservation, Optional<String> project, long end, long usedUntil, long cost) {
        Placement placement = reservation.placement();
        int share = time.share(placement.taken().slice(), placement.pool());
        Map<String, Long> parts = time.taken(placement.taken().slice(), placement.pool(), placement.count());
        long start = reservation.window().start();
        return new Spent(
                reservation.job().user(),
                project,
                reservation.placement().pool().name(),
                start,
                end,
                Math.clamp(usedUntil, start, end),
                reservation.placement().count(),
                cost,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                share == Tariff.ONE ? Optional.empty() : Optional.of(share),
                parts.isEmpty() ? Optional.empty() : Optional.of(parts),
                grams(reservation, Math.clamp(usedUntil, start, end) - start));
    }

    /** Carbon dioxide of the time for which a reservation was used, in proportion to all of its time. */
    private static Optional<Long> grams(Reservation reservation, long used) {
        long expected = reservation.agreement().conditions().grams();
        long whole = reservation.window().length();
        long grams = BigInteger.valueOf(expected)
                .multiply(BigInteger.valueOf(used))
                .divide(BigInteger.valueOf(whole))
                .longValueExact();
        return grams == 0 ? Optional.empty() : Optional.of(grams);
    }

    /**
     * Entry for a reservation that is left without servers.
     *
     * @param broken whether this was not counted yet
     * @param over whether it will never get what was promised
     */
    static Spent notKept(
            PartTime shares, Reservation lost, Optional<String> project, long time, boolean broken, boolean over) {
        int share =
                shares.share(lost.placement().taken().slice(), lost.placement().pool());
        return new Spent(
                lost.job().user(),
                project,
                lost.placement().pool().name(),
                time,
                time,
                time,
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                broken ? Optional.of(1L) : Optional.empty(),
                over
                        ? Optional.of(PartTime.shared(
                                ServerTimeClaim.amount(
                                        lost.window().length(), lost.placement().count()),
                                share))
                        : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static Spent refused(Refusals refusals, Optional<String> project, long time, Tally tally) {
        return new Spent(
                refusals.user(),
                project,
                "",
                time,
                time,
                time,
                0,
                0,
                tally.requests(),
                Optional.of(refusals.reason()),
                Optional.of(tally.asked()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public Key key() {
        return new Key(user, project.orElse(""), pool);
    }

    /**
     * Splits the entry by day, counted from the epoch. The part beyond the number of days that are kept counts on the last of
     * them, so one reservation never makes many rows.
     */
    public void byDay(ObjLongConsumer<UsedAmounts> taker) {
        long first = Math.floorDiv(start, UsageLedger.DAY);
        long last = Math.min(Math.floorDiv(Math.max(start, end - 1), UsageLedger.DAY), first + UsageLedger.KEPT_DAYS);
        for (long day = first; day <= last; day++) {
            long to = day == last ? Long.MAX_VALUE : (day + 1) * UsageLedger.DAY;
            taker.accept(within(day * UsageLedger.DAY, to), day);
        }
    }

    /** Amounts within a period; cost, carbon dioxide, refusals and promises that were not kept count where the entry starts. */
    public UsedAmounts within(long from, long to) {
        boolean starts = start >= from && start < to;
        long heldFor = Math.min(end, to) - Math.max(start, from);
        long usedFor = Math.min(usedUntil, to) - Math.max(start, from);
        long held = servers(heldFor);
        if (opportunistic.orElse(false)) {
            return UsedAmounts.opportunistic(held);
        }
        return new UsedAmounts(
                held,
                servers(usedFor),
                starts ? cost : 0,
                starts ? refused : 0,
                starts ? asked.orElse(0L) : 0,
                starts ? broken.orElse(0L) : 0,
                starts ? lost.orElse(0L) : 0,
                0,
                heldFor <= 0 ? Map.of() : parts(heldFor, usedFor),
                starts ? grams.orElse(0L) : 0);
    }

    private Map<String, PartUse> parts(long heldFor, long usedFor) {
        Map<String, PartUse> uses = new TreeMap<>();
        parts.orElse(Map.of())
                .forEach((part, thousandths) -> uses.put(
                        part,
                        new PartUse(PartTime.amount(thousandths, heldFor), PartTime.amount(thousandths, usedFor))));
        return uses;
    }

    private long servers(long length) {
        return length <= 0 || servers == 0
                ? 0
                : PartTime.shared(ServerTimeClaim.amount(length, servers), share.orElse(Tariff.ONE));
    }
}
