package dev.berth.words;

import java.util.List;

/**
 * A booking as it was understood.
 *
 * @param sentence the same in full, with days, times and numbers, for people to check
 * @param unclear what was not understood; the rest was
 * @param missing what has to be said as well before it can be booked, each a sentence with an example
 */
public record Understood(SpokenJob job, String sentence, List<Unclear> unclear, List<String> missing) {}
