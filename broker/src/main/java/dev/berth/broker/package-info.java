/**
 * The broker, which books at several sites, all or nothing, whatever dies meanwhile: what it is asked, and what its
 * sites have now. Begin with {@code Broker} and {@code SitesNow}.
 */
@NullMarked
package dev.berth.broker;

import org.jspecify.annotations.NullMarked;
