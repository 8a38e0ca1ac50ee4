package dev.berth.service.account;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Pieces;
import dev.berth.site.Shares;
import dev.berth.site.codec.Codec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Answers given to requests with an idempotency key, for two days: a repeated request gets the same one.
 *
 * <p>Bodies are kept up to a number of bytes for each account and in all; the oldest of an account, or of the account
 * with most, shrink to a <em>mark</em>: what is needed to know a repeated request and not to carry it out again. Marks
 * are never given up before their two days are over; a user with too many keys is refused new ones ({@link #hasRoom}).
 */
public final class Answers implements FactKeeper<Answers.Given> {
    public static final String KIND = "answer";

    public static final Duration KEPT = Duration.ofDays(2);
    /** A longer body is not kept at all. */
    public static final int LONGEST = 256 << 10;
    /** Bytes of bodies. */
    public static final long BYTES_OF_ONE = 1 << 20;

    public static final long BYTES_IN_ALL = Memory.atMost(16 << 20, 32);
    /** Keys that an account may use in two days, and those it may use whatever others do. */
    public static final int KEYS_OF_ONE = 100_000;

    public static final int KEYS_OF_EVERYBODY = 1_000;
    /** Memory of a mark in bytes, an upper estimate. */
    private static final int MARK = 800;

    private final long bytesOfOne;
    private final long bytesInAll;
    private final int keysOfOne;
    private final long keysInAll;
    /** Answers in the order they were given, the oldest first. */
    private final LinkedHashMap<String, Kept> byKey = new LinkedHashMap<>();

    private final Map<String, Integer> keys = new HashMap<>();
    /** The names of those with bodies by account, the oldest first. */
    private final Map<String, ArrayDeque<String>> whole = new HashMap<>();

    private final Shares bytes = new Shares();

    /**
     * An answer, as a fact.
     *
     * @param digest of the request: the same key with another request is a mistake
     * @param dropped how long the body was if it is not kept
     */
    public record Given(
            String account,
            String key,
            String digest,
            int status,
            String type,
            String body,
            String location,
            String etag,
            Optional<Long> dropped) {
        /** Without its body if that is too long to be kept. */
        public Given {
            if (body.length() > LONGEST) {
                dropped = Optional.of((long) body.length());
                body = "";
            }
        }

        String name() {
            return account + " " + key;
        }

        public boolean isWhole() {
            return dropped.isEmpty();
        }

        private Given shrunk() {
            return new Given(account, key, digest, status, "", "", location, "", Optional.of((long) body.length()));
        }
    }

    /** An answer and when it was given. */
    public record Kept(long time, Given given) {}

    record All(List<Kept> kept) {}

    /** Keys take up to an eighth of the memory. */
    public Answers() {
        this(BYTES_OF_ONE, BYTES_IN_ALL, KEYS_OF_ONE, Memory.atMost(Long.MAX_VALUE, 8) / MARK);
    }

    Answers(long bytesOfOne, long bytesInAll, int keysOfOne, long keysInAll) {
        this.bytesOfOne = bytesOfOne;
        this.bytesInAll = bytesInAll;
        this.keysOfOne = keysOfOne;
        this.keysInAll = keysInAll;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Given> type() {
        return Given.class;
    }

    @Override
    public Undo apply(Given fact, long time, String actor) {
        UndoLog undo = new UndoLog();
        while (!byKey.isEmpty() && isOver(byKey.firstEntry().getValue(), time)) {
            undo.add(dropOldest());
        }
        Kept kept = new Kept(time, fact);
        add(kept);
        undo.add(() -> removeLatest(kept));
        String account = kept.given().account();
        while (bytes.of(account) > bytesOfOne) {
            undo.add(shrinkOldest(account));
        }
        while (bytes.total() > bytesInAll) {
            undo.add(shrinkOldest(bytes.largest()));
        }
        return undo;
    }

    private static boolean isOver(Kept kept, long time) {
        return kept.time() < time - KEPT.toMillis();
    }

    private void add(Kept kept) {
        Given given = kept.given();
        byKey.put(given.name(), kept);
        keys.merge(given.account(), 1, Integer::sum);
        if (given.isWhole()) {
            wholeOf(given.account()).addLast(given.name());
            bytes.add(given.account(), given.body().length());
        }
    }

    private void removeLatest(Kept kept) {
        Given given = kept.given();
        byKey.remove(given.name());
        forgetKey(given.account());
        if (given.isWhole()) {
            wholeOf(given.account()).removeLast();
            bytes.add(given.account(), -given.body().length());
        }
    }

    private Undo dropOldest() {
        Kept kept = byKey.pollFirstEntry().getValue();
        Given given = kept.given();
        forgetKey(given.account());
        if (given.isWhole()) {
            wholeOf(given.account()).removeFirst();
            bytes.add(given.account(), -given.body().length());
        }
        return () -> {
            byKey.putFirst(given.name(), kept);
            keys.merge(given.account(), 1, Integer::sum);
            if (given.isWhole()) {
                wholeOf(given.account()).addFirst(given.name());
                bytes.add(given.account(), given.body().length());
            }
        };
    }

    private Undo shrinkOldest(String account) {
        String name = wholeOf(account).removeFirst();
        Kept before = byKey.get(name);
        if (before == null) {
            throw new IllegalStateException("no answer " + name);
        }
        long length = before.given().body().length();
        bytes.add(account, -length);
        byKey.put(name, new Kept(before.time(), before.given().shrunk()));
        return () -> {
            byKey.put(name, before);
            bytes.add(account, length);
            wholeOf(account).addFirst(name);
        };
    }

    private void forgetKey(String account) {
        keys.computeIfPresent(account, (name, count) -> count == 1 ? null : count - 1);
    }

    private ArrayDeque<String> wholeOf(String account) {
        return whole.computeIfAbsent(account, name -> new ArrayDeque<>());
    }

    public Optional<Kept> to(String account, String key) {
        return Optional.ofNullable(byKey.get(account + " " + key));
    }

    /** Whether an account may use one more key. Some may always; those with many only while there are few in all. */
    public boolean hasRoom(String account, long now) {
        int used = keys.getOrDefault(account, 0);
        return (used < keysOfOne && (used < KEYS_OF_EVERYBODY || byKey.size() < keysInAll)) || anyIsOver(account, now);
    }

    /** Whether a key of the account has expired; expired keys are dropped when the next answer is kept. */
    private boolean anyIsOver(String account, long now) {
        for (Kept kept : byKey.values()) {
            if (!isOver(kept, now)) {
                return false;
            }
            if (kept.given().account().equals(account)) {
                return true;
            }
        }
        return false;
    }

    /** Bytes of bodies that are kept. */
    long bytes() {
        return bytes.total();
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(List.copyOf(byKey.values()), 20, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byKey.clear();
        keys.clear();
        whole.clear();
        bytes.clear();
        pieces.forEachRemaining(piece -> Codec.read(All.class, piece).kept().forEach(this::restore));
    }

    /**
     * Adds an answer of a snapshot and shrinks the oldest: an older version of the program may have kept more than is allowed
     * now.
     */
    private void restore(Kept kept) {
        add(kept);
        while (bytes.of(kept.given().account()) > bytesOfOne) {
            Undo unused = shrinkOldest(kept.given().account());
        }
        while (bytes.total() > bytesInAll) {
            Undo unused = shrinkOldest(bytes.largest());
        }
    }
}
