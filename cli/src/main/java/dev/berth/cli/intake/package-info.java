/** {@code berth intake}: what the priority intake does with a file of users and jobs, in words. */
@NullMarked
package dev.berth.cli.intake;

import org.jspecify.annotations.NullMarked;
