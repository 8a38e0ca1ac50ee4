/** Notices: what people are told about their reservations, by mail and by webhook, and how it reaches them. */
@NullMarked
package dev.berth.service.notice;

import org.jspecify.annotations.NullMarked;
