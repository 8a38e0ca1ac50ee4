/** Sign-in by a provider of OpenID Connect: authorization code with PKCE. */
@NullMarked
package dev.berth.service.signin.oidc;

import org.jspecify.annotations.NullMarked;
