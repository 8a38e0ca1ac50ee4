package dev.berth.service.signin;

import java.util.Optional;

/** Knows the passwords of people who have none at this site. */
public interface Directory {
    /** The provider of accounts that came from the directory; no provider of OpenID Connect can be called so. */
    String NAME = "ldap";

    /**
     * Looks up the person with this name and password; empty if there is none.
     *
     * @throws dev.berth.wire.problem.Rejected if the directory cannot be asked
     */
    Optional<Outsider> known(String name, String password);
}
