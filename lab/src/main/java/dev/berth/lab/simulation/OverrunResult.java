package dev.berth.lab.simulation;

/**
 * Result of a run in which some jobs take longer than they booked, without the warm-up.
 *
 * @param loss share of the work of new jobs that is refused
 * @param overruns jobs that needed more time
 * @param finished share of these that got it
 * @param pauseHours from the checkpoint to the continuation, in hours: the mean over those that got more time
 * @param moves reservations moved, over the overruns
 * @param late share of all reservations that start later than they were promised first
 * @param missed reservations that were moved beyond their deadline
 */
public record OverrunResult(
        double loss, long overruns, double finished, double pauseHours, double moves, double late, long missed) {}
