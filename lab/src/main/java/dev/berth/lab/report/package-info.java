/**
 * Reports of experiments: tables, pictures, checked claims, and a page over all of them. Begin with {@code FigureWriter}.
 */
@NullMarked
package dev.berth.lab.report;

import org.jspecify.annotations.NullMarked;
