/** Provisioning: which slots of which sites to buy for a workflow, cost against makespan (singh). */
@NullMarked
package dev.berth.provision;

import org.jspecify.annotations.NullMarked;
