/**
 * Deals and how they change: values only, which ask nobody and record nothing. Begin with {@code Asked}, {@code Deal},
 * {@code DealPart}, {@code Followed} and {@code Mends}.
 */
@NullMarked
package dev.berth.broker.deal;

import org.jspecify.annotations.NullMarked;
