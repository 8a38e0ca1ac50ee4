/** The commands about the cluster behind the book. */
@NullMarked
package dev.berth.cli.cluster;

import org.jspecify.annotations.NullMarked;
