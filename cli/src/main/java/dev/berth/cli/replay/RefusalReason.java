package dev.berth.cli.replay;

/**
 * One reason why jobs were refused.
 *
 * @param code of the refusal; {@code bad-value} for a job that breaks a rule of the model
 * @param workLossRate work times servers of the jobs refused for it, over that of all jobs
 */
public record RefusalReason(String code, long jobs, double workLossRate) {}
