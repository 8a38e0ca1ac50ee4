package dev.berth.service.notice;

import dev.berth.service.account.AuditLog;
import dev.berth.site.Transaction;
import java.util.List;

/** Records what became of deliveries, and switches a webhook off that fails again and again. */
final class Settlement {
    private Settlement() {}

    static int record(Transaction transaction, String lane, List<OutboxFact.Result> results) {
        transaction.record(Outbox.KIND, new OutboxFact.Settled(results));
        transaction.view().facts(Webhooks.class).byId(lane).ifPresent(webhook -> {
            int failed = webhook.failed();
            for (OutboxFact.Result result : results) {
                failed = switch (result.outcome()) {
                    case DELIVERED -> 0;
                    case DROPPED -> failed;
                    case FAILED -> failed + 1;
                };
            }
            if (failed != webhook.failed()) {
                Webhook after = webhook.withFailed(failed);
                transaction.record(Webhooks.KIND, after);
                if (after.disabled() && !webhook.disabled()) {
                    AuditLog.add(transaction, "disable-webhook", webhook.id(), "after %d failures".formatted(failed));
                }
            }
        });
        return results.size();
    }
}
