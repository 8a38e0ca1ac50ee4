/** The commands about pools and their servers, and the timetable of who has them when. */
@NullMarked
package dev.berth.cli.pool;

import org.jspecify.annotations.NullMarked;
