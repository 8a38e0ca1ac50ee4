package dev.berth.api;

import dev.berth.service.account.Account;
import dev.berth.service.account.Token;

/** Somebody who was let in: by which token, and as whom. */
public record Visitor(Token token, Account account) {}
