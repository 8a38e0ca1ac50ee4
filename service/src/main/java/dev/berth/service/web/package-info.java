/** The socket, and what is served beside the API: its description, its documentation and the page. */
@NullMarked
package dev.berth.service.web;

import org.jspecify.annotations.NullMarked;
