/** The commands that talk to a service over HTTP. */
@NullMarked
package dev.berth.cli.client;

import org.jspecify.annotations.NullMarked;
