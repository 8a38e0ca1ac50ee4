/** A client generated from openapi.yaml. All of it is tests. */
@NullMarked
package dev.berth.client;

import org.jspecify.annotations.NullMarked;
