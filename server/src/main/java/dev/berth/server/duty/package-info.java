/**
 * Duties of the instance that leads a site: each with a start and a stop, all of them in one list. Begin with {@code
 * LeaderDuties}.
 */
@NullMarked
package dev.berth.server.duty;

import org.jspecify.annotations.NullMarked;
