package dev.berth.soak.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Books, cancels and lists as a user would, repeats with the same key whatever got no answer, and remembers what was
 * acknowledged. After a fault it asks for what it remembers.
 */
final class Customer implements Runnable {
    private static final int REMEMBERED = 300;

    private final String name;
    private final AccountApi api;
    private final Situation situation;
    private final SoakTally tally;
    private final SplittableRandom random;
    /** Acknowledged and not cancelled: the name of the job by the id of its reservation. */
    private final Map<String, String> booked = new LinkedHashMap<>();

    private long number;
    private long seenEpoch;

    Customer(String name, String token, Situation situation, SoakTally tally, long seed) {
        this.name = name;
        this.api = new AccountApi(token);
        this.situation = situation;
        this.tally = tally;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public void run() {
        try {
            while (!situation.isOver()) {
                long epoch = situation.epoch();
                if (epoch % 2 == 1 && epoch != seenEpoch) {
                    check(random.nextInt(16) == 0 ? booked.size() : 5);
                    seenEpoch = epoch;
                }
                if (booked.size() > REMEMBERED || (random.nextInt(10) == 0 && !booked.isEmpty())) {
                    cancel();
                } else {
                    book();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void book() throws InterruptedException {
        String job = name + "-" + number++;
        String year = Integer.toString(2090 + random.nextInt(9));
        String body = """
                {"name":"%s","work":"PT%dM","ready":"%s-01-01T00:00:00Z","deadline":"%s-12-31T00:00:00Z"}""".formatted(job, 1 + random.nextInt(600), year, year);
        AccountApi.Reply reply = persistently("POST", "/reservations", body, job);
        if (reply.status() == 201) {
            String id = reply.body().path("id").asText();
            if (booked.put(id, job) != null) {
                tally.violated(id + " was given to " + job + " although it is another job's");
            }
            tally.acknowledged.increment();
        } else if (reply.status() != 409 && reply.status() != 0) {
            tally.violated("booking " + job + " was answered with " + reply.status() + " " + reply.body());
        }
    }

    private void cancel() throws InterruptedException {
        List<String> ids = new ArrayList<>(booked.keySet());
        String id = ids.get(random.nextInt(ids.size()));
        AccountApi.Reply reply = persistently("DELETE", "/reservations/" + id, "", "cancel-" + id);
        if (reply.status() == 200 || reply.status() == 204) {
            booked.remove(id);
            tally.cancelled.increment();
        } else if (reply.status() != 0) {
            tally.violated("cancelling " + id + " was answered with " + reply.status() + " " + reply.body());
        }
    }

    /** Checks the bookings that were acknowledged last: a fault would have lost those. */
    private void check(int most) throws InterruptedException {
        List<String> ids = new ArrayList<>(booked.keySet());
        for (String id : ids.subList(Math.max(0, ids.size() - most), ids.size())) {
            AccountApi.Reply reply = persistently("GET", "/reservations/" + id, "", "");
            if (reply.status() == 0) {
                return;
            }
            JsonNode body = reply.body();
            if (reply.status() != 200 || !body.path("name").asText().equals(booked.get(id))) {
                tally.violated("acknowledged " + id + " (" + booked.get(id) + ") is " + reply.status() + " " + body);
            }
            tally.checked.increment();
        }
    }

    void checkAll() throws InterruptedException {
        check(booked.size());
    }

    /** Sends until there is an answer other than "not now"; status 0 if the soak is over first. */
    private AccountApi.Reply persistently(String method, String path, String body, String key)
            throws InterruptedException {
        while (true) {
            long epoch = situation.epoch();
            long begun = System.nanoTime();
            try {
                AccountApi.Reply reply = api.send(situation.port(), method, path, body, key);
                if (situation.quietSince(epoch)) {
                    tally.answered(System.nanoTime() - begun, method + " " + path);
                }
                if (reply.status() != 503 && reply.status() != 429) {
                    return reply;
                }
                tally.unavailable.increment();
            } catch (IOException e) {
                if (situation.quietSince(epoch) && situation.isOver()) {
                    tally.violated(method + " " + path + " got no answer while no fault was on: " + e);
                }
            }
            if (situation.isOver()) {
                return new AccountApi.Reply(0, com.fasterxml.jackson.databind.node.NullNode.getInstance(), 0);
            }
            Thread.sleep(20);
        }
    }
}
