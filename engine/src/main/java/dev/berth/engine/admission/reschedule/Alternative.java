package dev.berth.engine.admission.reschedule;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;

/**
 * Other times at which a refused job would be accepted (netto 3.2).
 *
 * @param job the job with these times
 * @param placement where it would go
 * @param phi how far the times are from what was asked, in millionths of the duration; negative if earlier
 */
public record Alternative(Job job, Placement placement, long phi) {}
