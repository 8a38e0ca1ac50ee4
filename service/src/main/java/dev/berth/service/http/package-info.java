/** The HTTP API: one class for each resource. */
@NullMarked
package dev.berth.service.http;

import org.jspecify.annotations.NullMarked;
