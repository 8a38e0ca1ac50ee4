package dev.berth.words;

import dev.berth.engine.model.Parts;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ServerSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Names for the servers that a sentence is about.
 *
 * @param unit any of them
 * @param names each of them, where its owner has named it
 * @param shared the part of which the job asks for a share; null if it asks for none, or if there is no job
 */
public record Called(Unit unit, Names names, @Nullable String shared) {
    /** Servers without names. */
    public static final Called SERVERS = new Called(Unit.SERVER, (pool, server) -> null, null);

    /** How many names a sentence has. */
    private static final int MOST_NAMED = 10;

    /** Names that owners have given to servers. */
    @FunctionalInterface
    public interface Names {
        /**
         * The name of a server; null if it has none.
         *
         * @param pool null for that of the reservation that the sentence is about
         */
        @Nullable
        String of(@Nullable PoolId pool, int server);
    }

    /** Servers of this unit, without names. */
    public static Called of(Unit unit) {
        return new Called(unit, SERVERS.names, null);
    }

    /** An amount of a part that is short; thousandths of one device, if a share of it was asked for. */
    String wanted(Refusal.Shortage shortage) {
        return isShare(shortage)
                ? PartWords.fraction((int) shortage.wanted()) + " of a " + shortage.part()
                : PartWords.counted(shortage.part(), shortage.wanted());
    }

    /** The amount that is free, without the part. */
    String free(Refusal.Shortage shortage) {
        if (isShare(shortage)) {
            return PartWords.fraction((int) shortage.free());
        }
        return shortage.part().equals(PartWords.MEMORY)
                ? MemorySize.words(shortage.free())
                : Long.toString(shortage.free());
    }

    private boolean isShare(Refusal.Shortage shortage) {
        // Without a job: no host has so many cards.
        return shortage.part().equals(shared)
                || (PartWords.isCard(shortage.part()) && shortage.wanted() > Parts.MOST_DEVICES);
    }

    /** The name of a server, or its number if it has none. */
    String name(@Nullable PoolId pool, int server) {
        String name = names.of(pool, server);
        return name == null ? Integer.toString(server) : name;
    }

    /** The name of a host, or its pool and number if it has none. */
    String host(PoolId pool, int server) {
        String name = names.of(pool, server);
        return name == null ? pool + "/" + server : name;
    }

    /** The names of servers, or their numbers if none has a name: {@code dgx1, dgx2}, {@code 0-3, 7}. */
    String names(@Nullable PoolId pool, ServerSet servers) {
        List<String> all =
                servers.stream().mapToObj(server -> name(pool, server)).toList();
        if (servers.stream().allMatch(server -> names.of(pool, server) == null)) {
            return servers.ranges();
        }
        String some = all.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        return all.size() > MOST_NAMED ? some + " and " + (all.size() - MOST_NAMED) + " more" : some;
    }
}
