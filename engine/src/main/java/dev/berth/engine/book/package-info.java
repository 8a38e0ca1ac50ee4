/**
 * The single writer of a site: commands in, decisions and events out. Begin with {@code Command}, {@code Event}, {@code
 * Decision}, {@code Book} and {@code State}.
 */
@NullMarked
package dev.berth.engine.book;

import org.jspecify.annotations.NullMarked;
