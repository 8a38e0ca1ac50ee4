package dev.berth.api.notices;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.service.notice.NoticeJson;
import dev.berth.service.notice.NoticeKind;
import dev.berth.service.notice.Outbox;
import dev.berth.service.notice.SigningKey;
import dev.berth.service.notice.Webhook;
import dev.berth.service.notice.WebhookBook;
import dev.berth.service.notice.WebhookTrial;
import dev.berth.service.notice.Webhooks;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code /webhooks}. Takes no idempotency keys: an answer holds a secret, which is not stored. */
public final class WebhooksResource {
    private static final int LONGEST = 1_000;

    private final SiteAccess access;
    private final SigningKey key;
    private final boolean isPrivateAllowed;
    private final WebhookTrial trial;

    public WebhooksResource(SiteAccess access, SigningKey key, boolean isPrivateAllowed) {
        this.access = access;
        this.key = key;
        this.trial = new WebhookTrial(key, isPrivateAllowed);
        this.isPrivateAllowed = isPrivateAllowed;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/webhooks", Role.VIEWER, this::list),
                new Endpoint("POST", "/webhooks", Role.VIEWER, this::add),
                new Endpoint("DELETE", "/webhooks/{webhook}", Role.VIEWER, this::end),
                new Endpoint("POST", "/webhooks/{webhook}/test", Role.VIEWER, this::test),
                new Endpoint("GET", "/webhooks/{webhook}/failures", Role.VIEWER, this::failures),
                new Endpoint("POST", "/webhooks/{webhook}/resend", Role.VIEWER, this::resend));
    }

    private Answer list(Call call) {
        return access.read(view -> {
            ObjectNode node = Json.object();
            ArrayNode webhooks = node.putArray("webhooks");
            view.facts(Webhooks.class).of(call.account().name()).forEach(webhook -> webhooks.add(json(webhook)));
            return Answer.ok(node);
        });
    }

    private Answer add(Call call) {
        call.checkMakes("a webhook");
        Fields fields = call.body();
        fields.require("address");
        String address = fields.parsed(
                "address",
                "must be an https address of at most 1,000 characters, such as https://example.org/berth",
                text -> {
                    if (text.length() > LONGEST) {
                        throw new IllegalArgumentException("too long");
                    }
                    return WebhookBook.checked(text, isPrivateAllowed);
                });
        boolean all = fields.flag("all");
        Set<NoticeKind> kinds = kinds(fields, all);
        fields.closed().check();
        String checked = Checks.present(address);
        return access.writeEachTime(call, transaction -> {
            Webhook webhook = WebhookBook.add(transaction, call.account(), checked, all, kinds);
            return () -> Answer.json(201, json(webhook).put("secret", key.secret(webhook.id())));
        });
    }

    private static Set<NoticeKind> kinds(Fields fields, boolean all) {
        if (!fields.has("kinds")) {
            Set<NoticeKind> kinds = EnumSet.allOf(NoticeKind.class);
            if (all) {
                kinds.removeAll(NoticeKind.REMINDERS);
            }
            return kinds;
        }
        return KindList.read(fields);
    }

    private Answer end(Call call) {
        return access.writeEachTime(call, transaction -> {
            WebhookBook.end(transaction, call.account(), call.variable("webhook"));
            return Answer::nothing;
        });
    }

    /** Posted without a lock; that somebody did it is recorded afterwards. */
    private Answer test(Call call) {
        Webhook webhook = access.read(view -> WebhookBook.find(view, call.account(), call.variable("webhook")));
        Optional<String> failure = trial.send(webhook, call.account().name(), access.now());
        return access.writeEachTime(call, transaction -> {
            AuditLog.add(transaction, "test-webhook", webhook.id(), failure.orElse("delivered"));
            return () -> {
                ObjectNode node = Json.object().put("delivered", failure.isEmpty());
                failure.ifPresent(reason -> node.put("reason", reason));
                return Answer.ok(node);
            };
        });
    }

    private Answer failures(Call call) {
        return access.read(view -> {
            Webhook webhook = WebhookBook.find(view, call.account(), call.variable("webhook"));
            ObjectNode node = Json.object();
            ArrayNode failures = node.putArray("failures");
            view.facts(Outbox.class)
                    .failed(webhook.id())
                    .forEach(delivery -> failures.add(NoticeJson.failed(delivery)));
            return Answer.ok(node);
        });
    }

    private Answer resend(Call call) {
        return access.writeEachTime(call, transaction -> {
            int resent = WebhookBook.resend(transaction, call.account(), call.variable("webhook"));
            return () -> Answer.ok(Json.object().put("resent", resent));
        });
    }

    static ObjectNode json(Webhook webhook) {
        ObjectNode node = Json.object()
                .put("id", webhook.id())
                .put("owner", webhook.owner())
                .put("address", webhook.address())
                .put("all", webhook.all())
                .put("made", Times.instant(webhook.made()))
                .put("disabled", webhook.disabled());
        ArrayNode kinds = node.putArray("kinds");
        webhook.kinds().forEach(kind -> kinds.add(Names.of(kind)));
        return node;
    }
}
