/**
 * A site that queues jobs by conservative backfilling and advertises what it leaves free (singh, section 4). Begin with
 * {@code SiteScheduler} and {@code Advert}.
 */
@NullMarked
package dev.berth.provision.site;

import org.jspecify.annotations.NullMarked;
