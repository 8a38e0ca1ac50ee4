package dev.berth.service.notice;

import dev.berth.site.Actor;
import dev.berth.site.Committed;
import dev.berth.site.Site;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers what is in the outbox, beside the site: it asks for what waits, sends without any lock, and records what became of
 * it. Each webhook has a lane of its own, each account a share of the lanes, and mails have theirs: whoever is slow delays no other.
 */
public final class Sender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();
    /** Timeout of one delivery to a webhook, from the look-up of its name to the last byte of the answer. */
    static final int TIMEOUT_MILLIS = 10_000;

    private static final int AT_ONCE = 50;
    /** How long it is tried. */
    static final long GIVE_UP = Duration.ofDays(3).toMillis();

    private static final long BETWEEN_MAILS = Duration.ofSeconds(10).toMillis();

    private static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(6));

    private final Site site;
    private final SigningKey key;
    private final WebhookPost post;
    private final Optional<Mailing> mailing;
    private final Reminders reminders;
    private final Thread thread;
    private final DeliveryLanes lanes = new DeliveryLanes();
    /** After a restart all is tried at once, and paused for anew. */
    private final Map<String, Pause> pauses = new ConcurrentHashMap<>();

    private volatile boolean closed;

    private record Pause(int failures, long until) {}

    private Sender(Site site, SigningKey key, WebhookPost post, Optional<Mailing> mailing) {
        this.mailing = mailing;
        this.site = site;
        this.key = key;
        this.post = post;
        this.reminders = new Reminders(site);
        this.thread = Thread.ofPlatform().daemon().name("berth-notices").unstarted(this::work);
    }

    /** Delivers from now on. */
    public static Sender start(Site site, SigningKey key, NoticeSettings settings, Optional<Mailing> mailing) {
        Sender sender = new Sender(site, key, new WebhookPost(settings.privateNetworks(), TIMEOUT_MILLIS), mailing);
        site.listen(sender::committed);
        sender.thread.start();
        return sender;
    }

    private void committed(Committed change) {
        reminders.committed(change);
        if (change.facts().stream().anyMatch(fact -> fact.kind().equals(Outbox.KIND))) {
            LockSupport.unpark(thread);
        }
    }

    private void work() {
        while (!closed) {
            try {
                look();
            } catch (CompletionException | IllegalStateException e) {
                if (!closed) {
                    LOG.warn("Notices cannot be delivered; trying again", e);
                }
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    private void look() {
        if (!site.read(Telling::isAnybodyThere)) {
            reminders.rest();
            return;
        }
        long now = site.clock().millis();
        reminders.look(now);
        Due due = site.read(view -> {
            DeliveryLanes.Choice choice = lanes.choice(view);
            return new Due(
                    choice,
                    view.facts(Outbox.class).waiting(each -> !isPaused(each, now) && choice.takes(each), AT_ONCE));
        });
        due.choice().begin();
        due.deliveries()
                .forEach((lane, deliveries) ->
                        Thread.ofVirtual().name("berth-notices-" + lane).start(() -> deliver(lane, deliveries)));
    }

    private record Due(DeliveryLanes.Choice choice, Map<String, List<Delivery>> deliveries) {}

    private boolean isPaused(Delivery delivery, long now) {
        Pause pause = pauses.get(delivery.lane());
        return pause != null && now < pause.until() && now - delivery.since() < GIVE_UP;
    }

    private void deliver(String lane, List<Delivery> deliveries) {
        try {
            Delivery first = deliveries.getFirst();
            List<OutboxFact.Result> results = first.way().equals(Delivery.MAIL)
                    ? mail(lane, first.notice().user(), deliveries)
                    : post(deliveries);
            if (!results.isEmpty()) {
                site.write(Actor.SITE, transaction -> Settlement.record(transaction, lane, results))
                        .join();
            }
        } catch (CompletionException | IllegalStateException e) {
            // What was delivered and is not recorded is delivered again: its id says so.
            LOG.atWarn()
                    .addKeyValue("to", lane)
                    .setCause(e)
                    .log("Delivery of notices not recorded: it will be repeated");
            failed(lane);
        } finally {
            lanes.end(lane);
            LockSupport.unpark(thread);
        }
    }

    private List<OutboxFact.Result> post(List<Delivery> deliveries) {
        List<OutboxFact.Result> results = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            Optional<OutboxFact.Result> result = closed ? Optional.empty() : deliver(delivery);
            if (result.isEmpty()) {
                // In order: what comes later waits for what failed.
                break;
            }
            results.add(result.get());
        }
        return results;
    }

    /** All that waits for a person is one mail, and the next one comes a while later: nobody is flooded. */
    private List<OutboxFact.Result> mail(String lane, String user, List<Delivery> deliveries) {
        if (mailing.isEmpty()) {
            return deliveries.stream()
                    .map(each -> new OutboxFact.Result(each.key(), OutboxFact.Outcome.DROPPED, ""))
                    .toList();
        }
        long now = site.clock().millis();
        try {
            List<OutboxFact.Result> results = mailing.get().send(user, deliveries);
            delivered(lane, pauses.put(lane, new Pause(0, now + BETWEEN_MAILS)));
            return results;
        } catch (IOException e) {
            notDelivered(lane, failed(lane), e);
            return deliveries.stream()
                    .filter(each -> now - each.since() >= GIVE_UP)
                    .map(each -> givenUp(each, String.valueOf(e.getMessage())))
                    .toList();
        }
    }

    /** Tries a delivery and returns its result; empty if it is to be tried again. */
    private Optional<OutboxFact.Result> deliver(Delivery delivery) {
        long now = site.clock().millis();
        Optional<Webhook> webhook = site.read(view -> view.facts(Webhooks.class)
                .byId(delivery.way())
                .filter(each -> Telling.wants(view, each, delivery.notice())));
        if (webhook.isEmpty() || delivery.notice().isStale(now)) {
            return Optional.of(new OutboxFact.Result(delivery.key(), OutboxFact.Outcome.DROPPED, ""));
        }
        String body = new String(Json.bytes(NoticeJson.of(delivery)), StandardCharsets.UTF_8);
        try {
            post.send(
                    webhook.get().address(),
                    key.secret(delivery.way()),
                    delivery.key().toString(),
                    body,
                    now);
            delivered(delivery.way(), pauses.remove(delivery.way()));
            return Optional.of(new OutboxFact.Result(delivery.key(), OutboxFact.Outcome.DELIVERED, ""));
        } catch (IOException e) {
            notDelivered(delivery.way(), failed(delivery.way()), e);
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            return now - delivery.since() < GIVE_UP ? Optional.empty() : Optional.of(givenUp(delivery, why));
        }
    }

    private Pause failed(String lane) {
        return pauses.compute(lane, (same, before) -> {
            int failures = before == null ? 0 : before.failures();
            long pause = PAUSES.get(Math.min(failures, PAUSES.size() - 1)).toMillis();
            return new Pause(failures + 1, site.clock().millis() + pause);
        });
    }

    /** The address of a webhook may hold a secret; its name does not. */
    private static void notDelivered(String lane, Pause pause, IOException e) {
        LOG.atWarn()
                .addKeyValue("to", lane)
                .addKeyValue("attempt", pause.failures())
                .addKeyValue("next", Times.instant(pause.until()))
                .setCause(e)
                .log("Notice not delivered; it will be tried again");
    }

    private static void delivered(String lane, @Nullable Pause before) {
        if (before != null && before.failures() > 0) {
            LOG.atInfo()
                    .addKeyValue("to", lane)
                    .addKeyValue("failures", before.failures())
                    .log("Notices are delivered again");
        }
    }

    private static OutboxFact.Result givenUp(Delivery delivery, String why) {
        LOG.atError()
                .addKeyValue("to", delivery.lane())
                .addKeyValue("notice", delivery.key())
                .addKeyValue("why", why)
                .log("Notice given up: it was tried for three days");
        return new OutboxFact.Result(delivery.key(), OutboxFact.Outcome.FAILED, why);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
