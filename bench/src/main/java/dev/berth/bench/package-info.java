/** Measurements of Berth: JMH benchmarks, and runs that put peers side by side. */
@NullMarked
package dev.berth.bench;

import org.jspecify.annotations.NullMarked;
