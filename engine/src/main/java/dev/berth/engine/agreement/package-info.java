/** What a reservation costs, how an agreement is renegotiated, and what is offered in place of what was asked. */
@NullMarked
package dev.berth.engine.agreement;

import org.jspecify.annotations.NullMarked;
