package dev.berth.site;

/** What users see of each other's reservations; operators see everything. */
public enum Visibility {
    /** Who has them, and what they are called unless the name is private. */
    NAMES,
    /** Only when and where servers are taken. */
    BUSY
}
