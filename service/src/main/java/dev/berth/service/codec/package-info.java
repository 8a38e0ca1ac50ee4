/** The exact JSON form of events, commands and facts. */
@NullMarked
package dev.berth.service.codec;

import org.jspecify.annotations.NullMarked;
