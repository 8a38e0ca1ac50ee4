package dev.berth.api.notices;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.notice.NoticeChoices;
import dev.berth.service.notice.NoticeJson;
import dev.berth.service.notice.NoticeQueue;
import dev.berth.service.notice.Webhooks;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.util.List;

/**
 * Notices of others as administrators see them: those that wait, those that were given up, and where notices go. Administrators
 * can stop mails and delete webhooks; only the account itself chooses which notices it gets, and where.
 */
public final class NoticeQueueResource {
    private final SiteAccess access;
    private final boolean canMail;

    public NoticeQueueResource(SiteAccess access, boolean canMail) {
        this.access = access;
        this.canMail = canMail;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/notices/queue", Role.ADMINISTRATOR, this::queue),
                new Endpoint("POST", "/notices/queue/resend", Role.ADMINISTRATOR, this::resend),
                new Endpoint("GET", "/accounts/{name}/notices", Role.ADMINISTRATOR, this::ofAccount),
                new Endpoint("DELETE", "/accounts/{name}/notices", Role.ADMINISTRATOR, this::stop));
    }

    private Answer queue(Call call) {
        NoticeQueue queue = access.read(NoticeQueue::of);
        ObjectNode node = Json.object().put("waiting", queue.waiting());
        ArrayNode lanes = node.putArray("lanes");
        queue.lanes()
                .forEach(lane -> lanes.addObject()
                        .put("way", lane.way())
                        .put("user", lane.user())
                        .put("waiting", lane.waiting())
                        .put("oldest", Times.instant(lane.oldest())));
        ArrayNode failures = node.putArray("failures");
        queue.failed()
                .forEach(delivery -> failures.add(NoticeJson.failed(delivery).put("way", delivery.way())));
        return Answer.ok(node);
    }

    private Answer resend(Call call) {
        return access.writeEachTime(call, transaction -> {
            int resent = NoticeQueue.resend(transaction);
            return () -> Answer.ok(Json.object().put("resent", resent));
        });
    }

    private Answer ofAccount(Call call) {
        String name = call.accountName("name");
        return access.read(view -> {
            known(view, name);
            ObjectNode node = Json.object();
            node.set("notices", NoticesResource.found(view, name, canMail).get());
            ArrayNode webhooks = node.putArray("webhooks");
            view.facts(Webhooks.class).of(name).forEach(webhook -> webhooks.add(WebhooksResource.json(webhook)));
            return Answer.ok(node);
        });
    }

    private Answer stop(Call call) {
        String name = call.accountName("name");
        return access.writeEachTime(call, transaction -> {
            known(transaction.view(), name);
            NoticeChoices.unsubscribe(transaction, name);
            return Answer::nothing;
        });
    }

    private static void known(View view, String name) {
        if (view.facts(Accounts.class).known(name).isEmpty()) {
            throw Call.unknownAccount();
        }
    }
}
