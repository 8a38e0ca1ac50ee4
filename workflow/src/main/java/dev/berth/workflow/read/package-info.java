/** Workflows and machines from files: WfFormat, DAX and Berth's own JSON. */
@NullMarked
package dev.berth.workflow.read;

import org.jspecify.annotations.NullMarked;
