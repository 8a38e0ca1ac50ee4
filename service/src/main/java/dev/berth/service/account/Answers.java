package dev.berth.service.account;

import dev.berth.engine.calendar.Undo;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers given to requests with an idempotency key, for two days: a repeated request gets the same one. */
public final class Answers implements FactKeeper {
    public static final String KIND = "answer";

    private static final long KEPT = Duration.ofDays(2).toMillis();

    /** In the order they were given, so that the oldest are the first. */
    private final LinkedHashMap<String, Kept> byKey = new LinkedHashMap<>();

    /**
     * An answer, as a fact.
     *
     * @param digest of the request: the same key with another request is a mistake
     */
    public record Given(
            String account,
            String key,
            String digest,
            int status,
            String type,
            String body,
            String location,
            String etag) {
        String name() {
            return account + " " + key;
        }
    }

    record Kept(long time, Given given) {}

    record All(List<Kept> kept) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Undo apply(byte[] body, long time, String actor) {
        List<Kept> dropped = dropBefore(time - KEPT);
        Given given = Codec.read(Given.class, body);
        byKey.put(given.name(), new Kept(time, given));
        return () -> {
            byKey.remove(given.name());
            for (Kept kept : dropped.reversed()) {
                byKey.putFirst(kept.given().name(), kept);
            }
        };
    }

    private List<Kept> dropBefore(long time) {
        List<Kept> dropped = new ArrayList<>();
        while (!byKey.isEmpty()) {
            Map.Entry<String, Kept> oldest = byKey.firstEntry();
            if (oldest.getValue().time() >= time) {
                break;
            }
            dropped.add(oldest.getValue());
            byKey.pollFirstEntry();
        }
        return dropped;
    }

    public Optional<Given> to(String account, String key) {
        return Optional.ofNullable(byKey.get(account + " " + key)).map(Kept::given);
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(List.copyOf(byKey.values()));
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        byKey.clear();
        Codec.read(All.class, snapshot)
                .kept()
                .forEach(kept -> byKey.put(kept.given().name(), kept));
    }
}
