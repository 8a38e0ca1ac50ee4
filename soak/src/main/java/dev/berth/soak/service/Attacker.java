package dev.berth.soak.service;

import dev.berth.soak.fuzz.Mutator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Somebody with a user's token who sends mutated requests; what they book is nobody's loss. */
final class Attacker implements Runnable {
    private static final String TOKEN = "TOKEN";

    private final List<byte[]> corpus;
    private final Mutator mutator;
    private final String token;
    private final Situation situation;
    private final SoakTally tally;

    Attacker(List<byte[]> corpus, List<String> words, String token, Situation situation, SoakTally tally, long seed) {
        this.corpus = corpus;
        this.mutator = new Mutator(seed, words);
        this.token = token;
        this.situation = situation;
        this.tally = tally;
    }

    @Override
    public void run() {
        while (!situation.isOver()) {
            byte[] input = mutator.mutated(corpus);
            byte[] request = new String(input, StandardCharsets.ISO_8859_1)
                    .replace(TOKEN, token)
                    .getBytes(StandardCharsets.ISO_8859_1);
            long epoch = situation.epoch();
            long begun = System.nanoTime();
            try {
                int status = RawExchange.status(situation.port(), request);
                tally.hostile.increment();
                tally.status(status);
                if (situation.quietSince(epoch)) {
                    tally.answered(System.nanoTime() - begun, "hostile: " + start(input));
                }
                if (status >= 500 && status != 503 && status != 505) {
                    tally.violated("status " + status + " for " + start(input));
                }
            } catch (IOException e) {
                pause();
            }
        }
    }

    private static String start(byte[] input) {
        String text = new String(input, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".");
        return text.substring(0, Math.min(200, text.length()));
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
