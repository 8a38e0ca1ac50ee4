/** A service over HTTP: which one, who is signed in there, what is asked and how its answer is shown. */
@NullMarked
package dev.berth.cli.remote;

import org.jspecify.annotations.NullMarked;
