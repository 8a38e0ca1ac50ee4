/** The part of the API that is about being told: webhooks. */
@NullMarked
package dev.berth.service.http.notices;

import org.jspecify.annotations.NullMarked;
