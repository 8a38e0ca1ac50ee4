/** The resources of a broker: {@code /deals}, what it books at several sites, and {@code /sites}. */
@NullMarked
package dev.berth.broker.api;

import org.jspecify.annotations.NullMarked;
