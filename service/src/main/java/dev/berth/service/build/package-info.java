/** Which build of the program this is. */
@NullMarked
package dev.berth.service.build;

import org.jspecify.annotations.NullMarked;
