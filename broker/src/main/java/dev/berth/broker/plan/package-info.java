/**
 * Plans for deals: where their parts could go, by what the sites offer; nothing is held. Begin with {@code DealPlanner},
 * {@code WindowPlanner}, {@code WorkflowPlanner} and {@code DealProposal}.
 */
@NullMarked
package dev.berth.broker.plan;

import org.jspecify.annotations.NullMarked;
