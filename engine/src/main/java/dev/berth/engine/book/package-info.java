/** The single writer of a site: commands in, decisions and events out. */
@NullMarked
package dev.berth.engine.book;

import org.jspecify.annotations.NullMarked;
