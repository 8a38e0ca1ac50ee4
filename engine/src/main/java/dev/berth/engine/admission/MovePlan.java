package dev.berth.engine.admission;

import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Reservation;
import java.util.List;

/**
 * How a job can be admitted by moving others within their agreements.
 *
 * @param placement where it goes
 * @param moved the waiting reservations that go elsewhere for it, with their new placements
 */
public record MovePlan(Placement placement, List<Reservation> moved) {}
