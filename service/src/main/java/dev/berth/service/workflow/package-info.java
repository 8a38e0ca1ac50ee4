/** Workflows: uploaded, planned on what the site has free, and booked as plans. */
@NullMarked
package dev.berth.service.workflow;

import org.jspecify.annotations.NullMarked;
