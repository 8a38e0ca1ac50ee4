/** What a site is set up with. */
@NullMarked
package dev.berth.service.settings;

import org.jspecify.annotations.NullMarked;
