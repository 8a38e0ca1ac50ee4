package dev.berth.service.notice;

import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Decides who is told of a notice and by which ways, and puts it into the outbox. */
public record Telling(Transaction transaction) {
    /** Whether anybody may want to be told anything; most sites and most bookings need no more than this question. */
    public static boolean isAnybodyThere(View view) {
        return !view.facts(Webhooks.class).isEmpty()
                || view.facts(Preferences.class).hasMail();
    }

    public void tell(Collection<Notice> notices) {
        notices.forEach(this::tell);
    }

    private void tell(Notice notice) {
        List<String> ways = ways(notice);
        if (!ways.isEmpty()) {
            long number = transaction.view().facts(Outbox.class).next();
            transaction.record(Outbox.KIND, new OutboxFact.Added(notice.numbered(number), ways));
        }
    }

    private List<String> ways(Notice notice) {
        View view = transaction.view();
        Stream<String> webhooks = view.facts(Webhooks.class).all().stream()
                .filter(webhook -> wants(view, webhook, notice))
                .map(Webhook::id);
        boolean isMailed = view.facts(Preferences.class).of(notice.user()).wantsMail(notice.kind());
        return Stream.concat(isMailed ? Stream.of(Delivery.MAIL) : Stream.empty(), webhooks)
                .filter(way -> view.facts(Outbox.class).hasRoom(way, notice.user()))
                .toList();
    }

    /** What its owner may see and wants to know. */
    static boolean wants(View view, Webhook webhook, Notice notice) {
        boolean isSeen = webhook.all()
                ? view.facts(Accounts.class)
                        .open(webhook.owner())
                        .filter(account -> account.is(Role.OPERATOR))
                        .isPresent()
                : webhook.owner().equals(notice.user())
                        && view.facts(Accounts.class).open(notice.user()).isPresent();
        return isSeen && !webhook.disabled() && webhook.kinds().contains(notice.kind());
    }
}
