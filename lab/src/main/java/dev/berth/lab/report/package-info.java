/** What a person reads of an experiment: tables, pictures, checked claims, and a page over all of them. */
@NullMarked
package dev.berth.lab.report;

import org.jspecify.annotations.NullMarked;
