/** The commands about the cluster behind the book. Begin with {@code ClusterText}. */
@NullMarked
package dev.berth.cli.cluster;

import org.jspecify.annotations.NullMarked;
