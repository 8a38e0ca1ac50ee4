package dev.berth.service.signin;

import java.util.Optional;

/** Knows the passwords of people who have none at this site. */
public interface Directory {
    /**
     * Who has this name and this password; empty if nobody does.
     *
     * @throws dev.berth.service.problem.Rejected if the directory cannot be asked
     */
    Optional<Outsider> known(String name, String password);
}
