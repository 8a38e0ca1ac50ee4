package dev.berth.service.notice;

import java.util.Set;

/**
 * An address that notices are posted to.
 *
 * @param all whether it is told of everybody's reservations; only while its owner is an operator
 * @param failed how many deliveries in a row were given up
 * @param ended deleted by its owner
 */
public record Webhook(
        String id,
        String owner,
        String address,
        boolean all,
        Set<NoticeKind> kinds,
        long made,
        int failed,
        boolean disabled,
        boolean ended) {
    /** Number of deliveries in a row that may be given up before it is switched off. */
    public static final int MOST_FAILED = 10;

    public Webhook {
        kinds = NoticeKind.ordered(kinds);
    }

    Webhook end() {
        return new Webhook(id, owner, address, all, kinds, made, failed, disabled, true);
    }

    Webhook withFailed(int count) {
        return new Webhook(id, owner, address, all, kinds, made, count, disabled || count >= MOST_FAILED, ended);
    }

    /** The same, switched on again. */
    Webhook enabled() {
        return new Webhook(id, owner, address, all, kinds, made, 0, false, ended);
    }
}
