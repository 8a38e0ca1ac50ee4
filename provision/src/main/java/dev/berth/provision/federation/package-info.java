/** One request over several sites: their offers ranked, or one window that fits the parts at all of them at once. */
@NullMarked
package dev.berth.provision.federation;

import org.jspecify.annotations.NullMarked;
