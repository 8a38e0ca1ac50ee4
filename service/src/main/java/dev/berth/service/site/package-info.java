/** The one writer around a book: durable before it is answered, all or nothing. */
@NullMarked
package dev.berth.service.site;

import org.jspecify.annotations.NullMarked;
