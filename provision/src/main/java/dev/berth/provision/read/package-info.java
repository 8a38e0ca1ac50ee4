/** Sites and their slots from files. */
@NullMarked
package dev.berth.provision.read;

import org.jspecify.annotations.NullMarked;
