package dev.berth.site;

/** Details that users see of each other's reservations; operators see everything. */
public enum Visibility {
    /** Owners of reservations, and their names unless these are private. */
    NAMES,
    /** Only when and where servers are taken. */
    BUSY
}
