/** The exact JSON form of events, commands and facts. Begin with {@code Codec}. */
@NullMarked
package dev.berth.site.codec;

import org.jspecify.annotations.NullMarked;
