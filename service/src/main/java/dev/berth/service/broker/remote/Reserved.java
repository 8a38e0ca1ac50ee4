package dev.berth.service.broker.remote;

import dev.berth.engine.model.Money;

/** Servers that a site keeps for a user, held or reserved; or that it offers, without an id. */
public record Reserved(String id, String pool, int servers, long start, long end, Money price) {}
