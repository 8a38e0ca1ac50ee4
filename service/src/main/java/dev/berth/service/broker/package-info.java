/** Deals: what a broker books at several sites, all or nothing, whatever dies meanwhile. */
@NullMarked
package dev.berth.service.broker;

import org.jspecify.annotations.NullMarked;
