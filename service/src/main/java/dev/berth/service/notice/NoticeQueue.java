package dev.berth.service.notice;

import dev.berth.service.account.AuditLog;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Queue of deliveries of all accounts: those that wait, and those that were given up.
 *
 * @param waiting how many deliveries wait
 * @param lanes the lanes in which they wait, the fullest first
 * @param failed the deliveries that were given up, the newest first
 */
public record NoticeQueue(int waiting, List<Lane> lanes, List<Delivery> failed) {
    /** Largest number of lanes, and of failures, that are listed; the others are only counted. */
    private static final int MOST_SHOWN = 200;

    /**
     * Deliveries that are sent one after the other.
     *
     * @param way {@code mail}, or the id of a webhook
     * @param user whose reservations they are about
     * @param oldest since when the first of them waits
     */
    public record Lane(String way, String user, int waiting, long oldest) {
        private Lane and(Delivery delivery) {
            return new Lane(way, user, waiting + 1, Math.min(oldest, delivery.since()));
        }
    }

    public static NoticeQueue of(View view) {
        Outbox outbox = view.facts(Outbox.class);
        Map<String, Lane> lanes = new LinkedHashMap<>();
        outbox.waiting()
                .forEach(delivery -> lanes.merge(
                        delivery.way() + " " + delivery.notice().user(),
                        new Lane(delivery.way(), delivery.notice().user(), 1, delivery.since()),
                        (lane, one) -> lane.and(delivery)));
        List<Lane> fullest = lanes.values().stream()
                .sorted(Comparator.comparingInt(Lane::waiting).reversed())
                .limit(MOST_SHOWN)
                .toList();
        return new NoticeQueue(
                outbox.size(),
                fullest,
                outbox.failed().stream().limit(MOST_SHOWN).toList());
    }

    /** Delivers again all that was given up, and switches on the webhooks it is for. Returns how many deliveries that are. */
    public static int resend(Transaction transaction) {
        Webhooks webhooks = transaction.view().facts(Webhooks.class);
        List<Delivery> failed = transaction.view().facts(Outbox.class).failed();
        if (!failed.isEmpty()) {
            transaction.record(
                    Outbox.KIND,
                    new OutboxFact.Again(failed.stream().map(Delivery::key).toList()));
        }
        failed.stream()
                .map(Delivery::way)
                .distinct()
                .flatMap(way -> webhooks.byId(way).stream())
                .filter(webhook -> webhook.failed() > 0)
                .forEach(webhook -> transaction.record(Webhooks.KIND, webhook.enabled()));
        AuditLog.add(transaction, "resend-notices", "", "%d deliveries".formatted(failed.size()));
        return failed.size();
    }
}
