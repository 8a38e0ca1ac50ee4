package dev.berth.soak.brokers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.soak.service.AccountApi;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/** Makes deals, one after the other, and asks again whenever nobody says what became of one. */
final class Dealer implements Runnable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PAUSE = 100;
    /** Every third deal wants servers in the same hours, so that some are refused. */
    private static final int WANTED_HOURS = 6;

    private final String name;
    private final SoakProcess broker;
    private final List<String> sites;
    private final SplittableRandom random;
    private final AtomicBoolean isOver;
    private final Instant soon = Instant.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofDays(1));
    /** Written by this thread; read when it has ended. */
    final List<Told> told = new ArrayList<>();

    Dealer(String name, SoakProcess broker, List<String> sites, SplittableRandom random, AtomicBoolean isOver) {
        this.name = name;
        this.broker = broker;
        this.sites = sites;
        this.random = random;
        this.isOver = isOver;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; !isOver.get(); i++) {
                told.add(deal(name + "-" + i));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Told deal(String deal) throws InterruptedException {
        List<String> at = new ArrayList<>(sites);
        while (at.size() > 1 && random.nextInt(3) == 0) {
            at.remove(random.nextInt(at.size()));
        }
        String body = body(deal, at).toString();
        while (!isOver.get()) {
            AccountApi.Reply reply = sent("POST", "/deals", body, Map.of("Idempotency-Key", deal));
            switch (reply.status()) {
                case 201 -> {
                    return new Told(
                            deal,
                            at.size(),
                            reply.body().path("state").asText().equals("booked")
                                    ? kept(reply.body().path("id").asText())
                                    : Told.Outcome.REFUSED);
                }
                case 202 -> {
                    return new Told(deal, at.size(), Told.Outcome.OPEN);
                }
                case 409 -> {
                    return new Told(deal, at.size(), Told.Outcome.REFUSED);
                }
                default -> Thread.sleep(PAUSE);
            }
        }
        return new Told(deal, at.size(), Told.Outcome.OPEN);
    }

    /** Some of the deals are cancelled again. */
    private Told.Outcome kept(String id) throws InterruptedException {
        if (random.nextInt(3) > 0) {
            return Told.Outcome.BOOKED;
        }
        while (!isOver.get()) {
            int status = sent("DELETE", "/deals/" + id, "", Map.of()).status();
            if (status == 200 || status == 202) {
                return Told.Outcome.CANCELLED;
            }
            Thread.sleep(PAUSE);
        }
        return Told.Outcome.OPEN;
    }

    /** Status 0 if nobody answers. */
    private AccountApi.Reply sent(String method, String path, String body, Map<String, String> headers)
            throws InterruptedException {
        try {
            return broker.send(method, path, body, headers);
        } catch (IOException e) {
            return new AccountApi.Reply(0, JSON.nullNode(), 0);
        }
    }

    private ObjectNode body(String deal, List<String> at) {
        Instant ready = soon.plus(Duration.ofHours(
                random.nextInt(3) == 0 ? random.nextInt(WANTED_HOURS) : WANTED_HOURS + random.nextInt(400)));
        Instant deadline = ready.plus(Duration.ofHours(1 + random.nextInt(2)));
        ObjectNode body = JSON.createObjectNode();
        if (at.size() == 1 && random.nextBoolean()) {
            body.set("job", job(deal).put("ready", ready.toString()).put("deadline", deadline.toString()));
            body.putArray("sites").add(at.getFirst());
            return body;
        }
        boolean isWindow = random.nextBoolean();
        if (isWindow) {
            body.putObject("window")
                    .put("ready", ready.toString())
                    .put("deadline", deadline.toString())
                    .put("duration", "PT1H");
        }
        ArrayNode parts = body.put("name", deal).putArray("parts");
        for (String site : at) {
            ObjectNode job = job(deal);
            parts.addObject()
                    .put("site", site)
                    .putArray("jobs")
                    .add(isWindow ? job : job.put("ready", ready.toString()).put("deadline", deadline.toString()));
        }
        return body;
    }

    private ObjectNode job(String deal) {
        return JSON.createObjectNode().put("name", deal).put("stay", "PT1H").put("servers", 1 + random.nextInt(2));
    }
}
