/** The guard of a host: what really uses it, compared with the book of a service, and what is done about it. */
@NullMarked
package dev.berth.cli.guard;

import org.jspecify.annotations.NullMarked;
