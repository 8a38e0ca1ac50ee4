/** Sites and their slots from files. Begin with {@code SiteFiles}. */
@NullMarked
package dev.berth.provision.read;

import org.jspecify.annotations.NullMarked;
