/** {@code /deals}: what a broker books at several sites. */
@NullMarked
package dev.berth.service.http.deals;

import org.jspecify.annotations.NullMarked;
