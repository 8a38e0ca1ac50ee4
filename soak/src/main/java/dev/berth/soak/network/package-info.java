/** The network between two processes, which fails. */
@NullMarked
package dev.berth.soak.network;

import org.jspecify.annotations.NullMarked;
