/** Use cases of a site, each with the facts that it keeps; the one list of them is here. */
@NullMarked
package dev.berth.service;

import org.jspecify.annotations.NullMarked;
