package dev.berth.soak.instances;

/** An entry of the journal as the database has it. */
record JournalEntry(long number, long term, String body) {}
