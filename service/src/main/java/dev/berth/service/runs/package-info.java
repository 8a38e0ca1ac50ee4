/**
 * Commands that run inside reservations. The service never executes anything: a runner on the user's machine says that
 * it has begun, beats while it runs, and says how it ended. Begin with {@code RunReports}, {@code Runs}, {@code Beats}
 * and {@code SilenceWatch}.
 */
@NullMarked
package dev.berth.service.runs;

import org.jspecify.annotations.NullMarked;
