/** A site that queues jobs by conservative backfilling and advertises what it leaves free (singh, section 4). */
@NullMarked
package dev.berth.provision.site;

import org.jspecify.annotations.NullMarked;
