/** The resource of the cluster behind the book, for those who operate it. */
@NullMarked
package dev.berth.slurm.api;

import org.jspecify.annotations.NullMarked;
