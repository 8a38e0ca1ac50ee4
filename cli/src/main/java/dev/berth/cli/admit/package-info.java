/** `berth admit`: decides a file of jobs, one after the other, as a site would have. */
@NullMarked
package dev.berth.cli.admit;

import org.jspecify.annotations.NullMarked;
