/**
 * How a job gets into a book: the family of admission policies, where an acceptable job goes, and why an unacceptable one is
 * refused.
 */
@NullMarked
package dev.berth.engine.admission;

import org.jspecify.annotations.NullMarked;
