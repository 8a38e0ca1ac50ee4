/**
 * Real machines: which host and device each server of a pool is. The book knows only numbers. Begin with {@code
 * ServerNames} and {@code ServerNaming}.
 */
@NullMarked
package dev.berth.service.hosts;

import org.jspecify.annotations.NullMarked;
