/** The commands about the servers of Berth that serve a site. */
@NullMarked
package dev.berth.cli.server;

import org.jspecify.annotations.NullMarked;
