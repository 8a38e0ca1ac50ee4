/** Requests that the service sends to others over HTTP, bounded in every direction. */
@NullMarked
package dev.berth.wire.outbound;

import org.jspecify.annotations.NullMarked;
