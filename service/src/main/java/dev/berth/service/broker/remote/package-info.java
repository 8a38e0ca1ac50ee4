/** The sites of a broker, asked over HTTP in the names of its users. */
@NullMarked
package dev.berth.service.broker.remote;

import org.jspecify.annotations.NullMarked;
