package dev.berth.words;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Booking as read from plain words; null for everything that was not mentioned.
 *
 * @param servers how many, at least
 * @param mostServers how many at most, if Berth may choose
 * @param table how long on each number of servers, if that was said instead; empty if not
 * @param work of each server, or of all together if Berth may choose how many
 * @param stay instead of work: how long, whatever the rate
 * @param ready not before this; null is now
 * @param deadline done by this; null with a stay is as soon as it is over
 * @param unit what the servers must be called, if several pools have such
 * @param host on which all servers must be
 * @param isSpread whether the servers may be on several hosts
 * @param slice the parts of each server; whole servers if none was mentioned
 * @param licences of the site
 * @param starts {@code when-free} if it may start early
 * @param rule when it recurs, as an RRULE
 */
public record SpokenJob(
        @Nullable String name,
        @Nullable Integer servers,
        @Nullable Integer mostServers,
        SortedMap<Integer, Duration> table,
        @Nullable Duration work,
        @Nullable Duration stay,
        @Nullable Instant ready,
        @Nullable Instant deadline,
        @Nullable String pool,
        @Nullable String unit,
        @Nullable String host,
        boolean isSpread,
        Map<String, String> attributes,
        Slice slice,
        Amounts licences,
        @Nullable String budget,
        @Nullable String starts,
        @Nullable Duration notice,
        @Nullable String rule) {}
