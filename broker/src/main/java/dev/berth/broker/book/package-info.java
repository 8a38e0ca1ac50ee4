/**
 * The deals that a broker keeps: how they are made, recorded, seen and cancelled, and what their users are told. Begin
 * with {@code Deals}, {@code DealBook}, {@code Recorder} and {@code DealNotices}.
 */
@NullMarked
package dev.berth.broker.book;

import org.jspecify.annotations.NullMarked;
