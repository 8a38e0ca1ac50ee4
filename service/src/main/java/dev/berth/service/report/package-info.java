/** Reports of use: what was used, by whom and for what, from durable history. */
@NullMarked
package dev.berth.service.report;

import org.jspecify.annotations.NullMarked;
