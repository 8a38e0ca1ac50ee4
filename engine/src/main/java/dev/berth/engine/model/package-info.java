/** The words of Berth as types: validated, immutable, in whole units of time. */
@NullMarked
package dev.berth.engine.model;

import org.jspecify.annotations.NullMarked;
