package dev.berth.service.notice;

import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.account.Secrets;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.Set;

/** Adds webhooks, deletes them and repeats what they missed. */
public final class WebhookBook {
    /** Largest number of webhooks of one account. */
    public static final int MOST_EACH = 10;

    private WebhookBook() {}

    /** Adds a webhook to an address that {@link #checked} has let through. */
    public static Webhook add(
            Transaction transaction, Account owner, String address, boolean all, Set<NoticeKind> kinds) {
        if (all && !owner.is(Role.OPERATOR)) {
            throw Problem.notAllowed("Only operators may be told about the reservations of all users")
                    .toException();
        }
        if (all && NoticeKind.REMINDERS.stream().anyMatch(kinds::contains)) {
            throw Problem.invalid(
                            "kinds",
                            "starts-soon, ends-soon",
                            "must not contain reminders with \"all\": they are only for the owner of a reservation")
                    .toException();
        }
        int known = transaction.view().facts(Webhooks.class).of(owner.name()).size();
        if (known >= MOST_EACH) {
            throw Problem.of(
                            Code.TOO_MANY_WEBHOOKS,
                            "%s has %d webhooks; the limit is %d. Delete one that is no longer used"
                                    .formatted(owner.name(), known, MOST_EACH))
                    .toException();
        }
        Webhook webhook = new Webhook(
                "h" + Secrets.tokenId().substring(1),
                owner.name(),
                address,
                all,
                kinds,
                transaction.now(),
                0,
                false,
                false);
        transaction.record(Webhooks.KIND, webhook);
        AuditLog.add(transaction, "add-webhook", webhook.id(), owner.name());
        return webhook;
    }

    /** The address, or an {@link IllegalArgumentException} with the rule. */
    public static String checked(String address, boolean isPrivateAllowed) {
        return WebhookAddress.checked(address, isPrivateAllowed).toString();
    }

    /** One's own; an administrator finds everybody's. */
    public static Webhook find(View view, Account asker, String id) {
        return view.facts(Webhooks.class)
                .byId(id)
                .filter(webhook -> webhook.owner().equals(asker.name()) || asker.is(Role.ADMINISTRATOR))
                .orElseThrow(() -> Problem.of(Code.NOT_FOUND, "Unknown webhook").toException());
    }

    public static void end(Transaction transaction, Account asker, String id) {
        Webhook webhook = find(transaction.view(), asker, id);
        transaction.record(Webhooks.KIND, webhook.end());
        AuditLog.add(transaction, "end-webhook", id, webhook.owner());
    }

    /** Delivers again what was given up, and switches the webhook on again. Returns how many deliveries that are. */
    public static int resend(Transaction transaction, Account asker, String id) {
        Webhook webhook = find(transaction.view(), asker, id);
        List<Delivery.Key> failed = transaction.view().facts(Outbox.class).failed(id).stream()
                .map(Delivery::key)
                .toList();
        if (!failed.isEmpty()) {
            transaction.record(Outbox.KIND, new OutboxFact.Again(failed));
        }
        if (webhook.failed() > 0) {
            transaction.record(Webhooks.KIND, webhook.enabled());
        }
        AuditLog.add(transaction, "resend-webhook", id, "%d deliveries".formatted(failed.size()));
        return failed.size();
    }
}
