/**
 * The sites of a broker, asked over HTTP in the names of its users. Begin with {@code SiteCalls}, {@code HttpSites},
 * {@code SiteTokens} and {@code Reach}.
 */
@NullMarked
package dev.berth.broker.remote;

import org.jspecify.annotations.NullMarked;
