/** `berth demo`: what Berth does, shown on a workload of its own. */
@NullMarked
package dev.berth.cli.demo;

import org.jspecify.annotations.NullMarked;
