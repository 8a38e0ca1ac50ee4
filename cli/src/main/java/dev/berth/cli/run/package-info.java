/**
 * Commands that run on reserved servers: started when their servers are handed out, and ended when their time is over.
 * Begin with {@code Runner}, {@code Supervisor}, {@code RunFiles}, {@code RunNote} and {@code Backlog}.
 */
@NullMarked
package dev.berth.cli.run;

import org.jspecify.annotations.NullMarked;
