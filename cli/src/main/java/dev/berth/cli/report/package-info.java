/** The reports of a service. */
@NullMarked
package dev.berth.cli.report;

import org.jspecify.annotations.NullMarked;
