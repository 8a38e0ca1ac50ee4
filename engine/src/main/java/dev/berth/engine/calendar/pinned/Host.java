package dev.berth.engine.calendar.pinned;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;

/**
 * One server as the pinned calendars see it.
 *
 * @param poolOrder the place of its pool among all pools, in the order they were added; with the number it breaks ties
 */
record Host(PoolId pool, int poolOrder, int number, Rate rate) {}
