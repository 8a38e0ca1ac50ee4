/**
 * The common part of the HTTP API: routes, the gate, requests and answers, and the way to the site; each tag of
 * openapi.yaml has a package of its own. Begin with {@code Api}, {@code Call}, {@code Answer}, {@code Gate} and {@code
 * SiteAccess}.
 */
@NullMarked
package dev.berth.api;

import org.jspecify.annotations.NullMarked;
