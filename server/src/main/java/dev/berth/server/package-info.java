/** Berth as a service: a site over HTTP that loses nothing. */
@NullMarked
package dev.berth.server;

import org.jspecify.annotations.NullMarked;
