package dev.berth.service.workflow;

import java.util.function.BooleanSupplier;

/**
 * The client that waits for a piece of work.
 *
 * @param user in whose turn it is done
 * @param isGone whether nobody waits for it any more; may take a moment to answer
 */
public record WaitingClient(String user, BooleanSupplier isGone) {}
