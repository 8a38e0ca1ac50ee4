/** Accounts, roles, tokens and limits, the audit log, and the answers that are kept for repeated requests. */
@NullMarked
package dev.berth.service.account;

import org.jspecify.annotations.NullMarked;
