/** The description of a job by its user: the options and the plain words that describe a job. */
@NullMarked
package dev.berth.cli.job;

import org.jspecify.annotations.NullMarked;
