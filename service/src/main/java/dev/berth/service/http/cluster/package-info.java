/** The resource of the cluster behind the book, for those who operate it. */
@NullMarked
package dev.berth.service.http.cluster;

import org.jspecify.annotations.NullMarked;
