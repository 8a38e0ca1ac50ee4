/** The resources about notices: what users want to be told by mail, their webhooks, and what could not be delivered. */
@NullMarked
package dev.berth.api.notices;

import org.jspecify.annotations.NullMarked;
