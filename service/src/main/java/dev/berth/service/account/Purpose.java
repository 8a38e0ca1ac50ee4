package dev.berth.service.account;

/** Purpose of a token. */
public enum Purpose {
    /** Requests of a program. */
    API,
    /** Requests of somebody who has signed in, in a browser or a shell. */
    SESSION,
    /** Signing in once. */
    SIGN_IN,
    /** Choosing a password once. */
    INVITATION,
    /** Reading one calendar, by an address that holds the secret. */
    CALENDAR
}
