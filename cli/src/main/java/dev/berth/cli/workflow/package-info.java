/** {@code berth workflow}: looks at workflows, plans them and compares plans; with a service, books them. */
@NullMarked
package dev.berth.cli.workflow;

import org.jspecify.annotations.NullMarked;
