/**
 * Workflows scheduled on slots, and the plans that come of it (singh, sections 2 and 3). Begin with {@code
 * Provisioning}, {@code Planning}, {@code SlotSchedulers}, {@code Cutting} and {@code ProvisionPlanCheck}.
 */
@NullMarked
package dev.berth.provision.plan;

import org.jspecify.annotations.NullMarked;
