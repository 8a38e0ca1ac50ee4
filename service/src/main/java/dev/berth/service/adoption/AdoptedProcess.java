package dev.berth.service.adoption;

/**
 * A process for which a reservation was made while it ran.
 *
 * @param user the Unix user whose it is
 * @param process its name, for people
 */
public record AdoptedProcess(long pid, String user, String process) {}
