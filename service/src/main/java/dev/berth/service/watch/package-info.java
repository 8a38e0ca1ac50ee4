/** What follows a site while it is open: changes for those who listen, how busy its servers were, and figures. */
@NullMarked
package dev.berth.service.watch;

import org.jspecify.annotations.NullMarked;
