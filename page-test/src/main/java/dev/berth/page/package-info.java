/** The page in a real browser. All of it is tests. */
@NullMarked
package dev.berth.page;

import org.jspecify.annotations.NullMarked;
