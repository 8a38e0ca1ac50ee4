/** {@code berth workflow}: looks at workflows, plans them and compares plans, without a service. */
@NullMarked
package dev.berth.cli.workflow;

import org.jspecify.annotations.NullMarked;
