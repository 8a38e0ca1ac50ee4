/** The commands about deals: what a broker books at several sites. */
@NullMarked
package dev.berth.cli.deal;

import org.jspecify.annotations.NullMarked;
