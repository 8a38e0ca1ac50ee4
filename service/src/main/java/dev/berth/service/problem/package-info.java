/** Why a request is not carried out: a code and a sentence. How a protocol tells it is for that protocol to know. */
@NullMarked
package dev.berth.service.problem;

import org.jspecify.annotations.NullMarked;
