/** What lies between two processes, and fails. */
@NullMarked
package dev.berth.soak.network;

import org.jspecify.annotations.NullMarked;
