/** Sign-in by a provider of OpenID Connect: authorization code with PKCE. */
@NullMarked
package dev.berth.directory.oidc;

import org.jspecify.annotations.NullMarked;
