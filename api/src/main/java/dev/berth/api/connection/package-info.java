/**
 * The connections of clients: how many there may be, and for how long each may keep the service waiting. Begin with
 * {@code Connections}.
 */
@NullMarked
package dev.berth.api.connection;

import org.jspecify.annotations.NullMarked;
