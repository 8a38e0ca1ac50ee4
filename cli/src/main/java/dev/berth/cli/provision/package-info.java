/** {@code berth slots} and {@code berth provision}: what sites advertise, and what to buy of it for a workflow. */
@NullMarked
package dev.berth.cli.provision;

import org.jspecify.annotations.NullMarked;
