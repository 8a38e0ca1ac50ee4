/**
 * The commands about notices: what people are told about their reservations by mail, by webhook, in their calendar and
 * in the shell.
 */
@NullMarked
package dev.berth.cli.notice;

import org.jspecify.annotations.NullMarked;
