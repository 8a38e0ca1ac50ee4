/**
 * Priority intake (ahuja): in which order the requests of a round come before the book. Begin with {@code Intake},
 * {@code Round}, {@code Rules} and {@code RequestQueue}.
 */
@NullMarked
package dev.berth.engine.intake;

import org.jspecify.annotations.NullMarked;
