/** The commands about the policies by which a service places and admits jobs. */
@NullMarked
package dev.berth.cli.policy;

import org.jspecify.annotations.NullMarked;
