/** Output for people: tables, charts, and answers of a service in words. */
@NullMarked
package dev.berth.cli.text;

import org.jspecify.annotations.NullMarked;
