/** Who may do what, and who did. */
@NullMarked
package dev.berth.service.account;

import org.jspecify.annotations.NullMarked;
