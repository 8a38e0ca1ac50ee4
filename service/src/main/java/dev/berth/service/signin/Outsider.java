package dev.berth.service.signin;

import dev.berth.service.account.Role;
import java.util.Optional;

/**
 * Somebody whom a provider or a directory has vouched for.
 *
 * @param provider who vouches: the name of a provider, or {@code ldap}
 * @param subject who it is there; stays the same when names change
 * @param name of the account they would have here
 * @param role that their groups give them; empty if they are not wanted
 */
public record Outsider(String provider, String subject, String name, Optional<Role> role) {}
