/**
 * Followers of an open site: changes for those who listen, how busy its servers were, and figures. Begin with {@code
 * ChangeFeed}, {@code UsageHistory} and {@code Metrics}.
 */
@NullMarked
package dev.berth.api.watch;

import org.jspecify.annotations.NullMarked;
