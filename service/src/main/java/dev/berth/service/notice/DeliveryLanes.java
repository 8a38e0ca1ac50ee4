package dev.berth.service.notice;

import dev.berth.site.View;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which lanes are being sent on, and which may be next. Mails have lanes of their own, and of the lanes of webhooks no account gets
 * more than its share: whoever has slow webhooks waits for them alone.
 */
final class DeliveryLanes {
    static final int WEBHOOKS = 16;
    static final int WEBHOOKS_OF_ONE = 2;
    static final int MAILS = 4;

    /** Whose each busy lane is. */
    private final Map<String, Lane> busy = new ConcurrentHashMap<>();

    /** @param account whose webhook it is, or who is mailed */
    private record Lane(String account, boolean isMail) {}

    /**
     * Choice of the deliveries to send now. Only the thread that begins lanes makes one; others only end lanes, so its counts are
     * never too low.
     */
    final class Choice {
        private final View view;
        private final Map<String, Lane> chosen = new HashMap<>();
        private final Map<String, Integer> webhooksOf = new HashMap<>();
        private final Map<String, Boolean> decided = new HashMap<>();
        private int webhooks;
        private int mails;

        private Choice(View view) {
            this.view = view;
            busy.values().forEach(this::count);
        }

        /** Whether this delivery goes now: its lane is chosen, or there is room for its lane. */
        boolean takes(Delivery delivery) {
            return decided.computeIfAbsent(delivery.lane(), lane -> !busy.containsKey(lane) && choose(lane, delivery));
        }

        private boolean choose(String name, Delivery delivery) {
            Lane lane = lane(delivery);
            if (lane.isMail() ? mails >= MAILS : isFull(lane.account())) {
                return false;
            }
            count(lane);
            chosen.put(name, lane);
            return true;
        }

        private boolean isFull(String account) {
            return webhooks >= WEBHOOKS || webhooksOf.getOrDefault(account, 0) >= WEBHOOKS_OF_ONE;
        }

        private void count(Lane lane) {
            if (lane.isMail()) {
                mails++;
            } else {
                webhooks++;
                webhooksOf.merge(lane.account(), 1, Integer::sum);
            }
        }

        /** A webhook of an operator is about reservations of others, and still the operator's. */
        private Lane lane(Delivery delivery) {
            String user = delivery.notice().user();
            return delivery.way().equals(Delivery.MAIL)
                    ? new Lane(user, true)
                    : new Lane(
                            view.facts(Webhooks.class)
                                    .byId(delivery.way())
                                    .map(Webhook::owner)
                                    .orElse(user),
                            false);
        }

        /** The lanes that were chosen are busy from now on. */
        void begin() {
            busy.putAll(chosen);
        }
    }

    Choice choice(View view) {
        return new Choice(view);
    }

    void end(String lane) {
        busy.remove(lane);
    }
}
