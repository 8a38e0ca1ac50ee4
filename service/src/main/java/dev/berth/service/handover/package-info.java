/** Several people on one reservation: it is shared with guests, and handed over to another owner. Begin with {@code Guests} and {@code Giving}. */
@NullMarked
package dev.berth.service.handover;

import org.jspecify.annotations.NullMarked;
