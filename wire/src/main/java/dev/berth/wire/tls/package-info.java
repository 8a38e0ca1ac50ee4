/**
 * The certificate the service shows: read from a keystore or PEM files, checked, and read again when they change. Begin
 * with {@code Certificate}.
 */
@NullMarked
package dev.berth.wire.tls;

import org.jspecify.annotations.NullMarked;
