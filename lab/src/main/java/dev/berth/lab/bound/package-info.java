/** What no scheduler can beat: the most work that can be kept of jobs that are all known in advance. */
@NullMarked
package dev.berth.lab.bound;

import org.jspecify.annotations.NullMarked;
