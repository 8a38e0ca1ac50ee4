/**
 * Problems: why a request is not carried out, as a code and a sentence. How a protocol tells it is for that protocol to
 * know. Begin with {@code Problem}, {@code Code}, {@code Rejected}, {@code Refused} and {@code Overtaken}.
 */
@NullMarked
package dev.berth.wire.problem;

import org.jspecify.annotations.NullMarked;
