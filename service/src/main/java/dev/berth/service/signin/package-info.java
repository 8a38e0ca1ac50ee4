/** How people sign in: sessions, passwords and invitations. */
@NullMarked
package dev.berth.service.signin;

import org.jspecify.annotations.NullMarked;
