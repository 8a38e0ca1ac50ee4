package dev.berth.service.account;

import java.util.Optional;

/** Scope of a token: the share of its account's permissions that it grants. */
public enum TokenScope {
    /** Looking. */
    READ(Optional.of(Role.VIEWER)),
    /** Looking, and booking for oneself. */
    BOOK(Optional.of(Role.USER)),
    /** All that the account may do. */
    ALL(Optional.empty());

    private final Optional<Role> most;

    TokenScope(Optional<Role> most) {
        this.most = most;
    }

    /** The role that it grants at most. */
    public Optional<Role> most() {
        return most;
    }

    public static TokenScope of(Optional<Role> most) {
        return most.map(role -> role == Role.VIEWER ? READ : BOOK).orElse(ALL);
    }
}
