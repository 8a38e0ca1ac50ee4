package dev.berth.service.signin;

/**
 * The password of an account; as a fact, the one that it has from then on.
 *
 * @param hash with the parameters and the salt that it was made with, so that these can be raised
 */
public record Password(String account, String hash) {
    /** Neither the hash nor the account belongs into a log. */
    @Override
    public String toString() {
        return "Password[...]";
    }
}
