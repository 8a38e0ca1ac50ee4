/** {@code berth project}: accounts that share quota, budget and reports. */
@NullMarked
package dev.berth.cli.project;

import org.jspecify.annotations.NullMarked;
