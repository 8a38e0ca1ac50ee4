/**
 * Workflows: uploaded, planned on what the site has free, and booked as plans. Begin with {@code Availability}, {@code
 * SitePlanner}, {@code WorkflowPlanning}, {@code RemainingPlan} and {@code PlanBookings}.
 */
@NullMarked
package dev.berth.service.workflow;

import org.jspecify.annotations.NullMarked;
