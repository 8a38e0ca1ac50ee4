/** Quotas and budgets: what accounts and projects may book and spend. */
@NullMarked
package dev.berth.service.quota;

import org.jspecify.annotations.NullMarked;
