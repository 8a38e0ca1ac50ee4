package dev.berth.service.signin;

/** Whose account it is that somebody of a provider signs in to. */
public record Identity(String provider, String subject, String account) {}
