package dev.berth.broker.remote;

import dev.berth.engine.model.Rate;
import java.util.Optional;

/**
 * A pool of a site.
 *
 * @param unit what its servers are called by people
 * @param free how many servers are free now; empty if the site does not say
 */
public record PoolNow(String name, int servers, String unit, Rate rate, Optional<Integer> free) {}
