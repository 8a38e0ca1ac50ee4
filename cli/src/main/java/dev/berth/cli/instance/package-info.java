/** The commands about the instances of Berth that serve a site. */
@NullMarked
package dev.berth.cli.instance;

import org.jspecify.annotations.NullMarked;
