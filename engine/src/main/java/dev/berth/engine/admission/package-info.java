/**
 * Admission of jobs into a book: the family of admission policies, where an acceptable job goes, and why an unacceptable
 * one is refused. Begin with {@code AdmissionPolicy}, {@code Admissions} and {@code Placing}.
 */
@NullMarked
package dev.berth.engine.admission;

import org.jspecify.annotations.NullMarked;
