/**
 * The socket, and what is served beside the API: its description, its documentation and the page. Begin with {@code
 * Listener}, {@code Documents}, {@code Page} and {@code Guide}.
 */
@NullMarked
package dev.berth.api.web;

import org.jspecify.annotations.NullMarked;
