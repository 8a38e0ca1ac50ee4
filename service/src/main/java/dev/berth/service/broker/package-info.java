/** Books at several sites, all or nothing, whatever dies meanwhile: what a broker is asked, and what its sites have now. */
@NullMarked
package dev.berth.service.broker;

import org.jspecify.annotations.NullMarked;
