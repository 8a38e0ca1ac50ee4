/** Where the parts of a deal could go, by what the sites offer; nothing is held. */
@NullMarked
package dev.berth.service.broker.plan;

import org.jspecify.annotations.NullMarked;
