/** Examples that papers work out by hand, for tests and the lab. */
@NullMarked
package dev.berth.workflow.example;

import org.jspecify.annotations.NullMarked;
