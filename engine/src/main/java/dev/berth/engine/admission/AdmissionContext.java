package dev.berth.engine.admission;

import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.PoolId;
import java.util.Map;

/**
 * The book that an {@link AdmissionPolicy} decides for. These are the book's own and change with it; a policy may try things
 * out on the calendar while it decides, and takes them back.
 *
 * @param calendar where there is room
 * @param placing where a job goes if nothing moves
 * @param rosters what waits and runs, by pool
 */
public record AdmissionContext(Calendar calendar, Placing placing, Map<PoolId, Roster> rosters) {}
