/** The commands about accounts. */
@NullMarked
package dev.berth.cli.account;

import org.jspecify.annotations.NullMarked;
