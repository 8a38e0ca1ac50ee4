/**
 * Upper bounds that no scheduler can beat: the most work that can be kept of jobs that are all known in advance. Begin
 * with {@code OfflineBound}.
 */
@NullMarked
package dev.berth.lab.bound;

import org.jspecify.annotations.NullMarked;
