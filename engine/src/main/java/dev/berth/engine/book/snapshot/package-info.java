/**
 * The byte form of what a book holds, part by part. The book arranges the parts; they know the model and nothing of the
 * book.
 */
@NullMarked
package dev.berth.engine.book.snapshot;

import org.jspecify.annotations.NullMarked;
