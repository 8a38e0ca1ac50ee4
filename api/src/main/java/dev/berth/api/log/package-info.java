/**
 * The log of a process: one line for each record, as text or as JSON. Everything logs through SLF4J; this package is a provider
 * of it, which the program {@code berth} registers and an application that embeds the service does not.
 */
@NullMarked
package dev.berth.api.log;

import org.jspecify.annotations.NullMarked;
