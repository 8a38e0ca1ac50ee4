/** Signing in: sessions, passwords and invitations, and who comes from a directory or a provider. */
@NullMarked
package dev.berth.service.signin;

import org.jspecify.annotations.NullMarked;
