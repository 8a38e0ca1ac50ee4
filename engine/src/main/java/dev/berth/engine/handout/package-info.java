/**
 * The hand-out of servers: which one serves which reservation, tentative until it starts, settled from then on. Begin
 * with {@code Roster}, {@code Handout}, {@code Naming} and {@code Tentative}.
 */
@NullMarked
package dev.berth.engine.handout;

import org.jspecify.annotations.NullMarked;
