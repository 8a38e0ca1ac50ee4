/**
 * Carries deals out and keeps them whole: holds, confirms and releases their parts, watches and replaces them. Begin
 * with {@code DealRunner}, {@code DealSteps}, {@code DealWatch}, {@code Replacing} and {@code Moving}.
 */
@NullMarked
package dev.berth.broker.fulfil;

import org.jspecify.annotations.NullMarked;
