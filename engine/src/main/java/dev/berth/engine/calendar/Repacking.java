package dev.berth.engine.calendar;

import dev.berth.engine.model.Placement;
import dev.berth.engine.model.ReservationId;
import java.util.Map;

/**
 * Room that is made on hosts for a job: others that wait go to other hosts or devices, each at its own time.
 *
 * @param placement where the job goes
 * @param moved where the others go
 */
public record Repacking(Placement placement, Map<ReservationId, Placement> moved) {}
