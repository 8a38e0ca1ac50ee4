/**
 * The waiting list as users meet it: who waits, what became of it, and what was served and may still be declined. Begin with
 * {@code WaitingJobs}, {@code WaitEntry} and {@code Waits}.
 */
@NullMarked
package dev.berth.service.waitlist;

import org.jspecify.annotations.NullMarked;
