/**
 * Curves of prices and of carbon dioxide: hours of the week and dated values from files, turned into steps that the book
 * understands. Begin with {@code CurveSettings}, {@code CurveSteps} and {@code CurveKeeper}.
 */
@NullMarked
package dev.berth.service.curve;

import org.jspecify.annotations.NullMarked;
