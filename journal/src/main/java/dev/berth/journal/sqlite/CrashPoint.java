package dev.berth.journal.sqlite;

/**
 * A step of a journal outside this process, named so that tests can fail it, cut it short or hold it up. A change that adds a
 * call that touches the disk gives it a name here and goes through {@link Disk#at}; a test fails until it has been hit.
 */
public enum CrashPoint {
    MAKE_DIRECTORY(Kind.FILE),
    TAKE_LOCK(Kind.FILE),
    WRITE_OWNER(Kind.FILE),
    TIGHTEN(Kind.FILE),
    OPEN_WITNESS(Kind.FILE),
    READ_WITNESS(Kind.FILE),
    WRITE_WITNESS(Kind.FILE),
    CREATE_FILE(Kind.FILE),

    CONNECT(Kind.SQL),
    CONFIGURE(Kind.SQL),
    DISCONNECT(Kind.SQL),
    MIGRATE_LOOK(Kind.SQL),
    MIGRATE_BEGIN(Kind.SQL),
    MIGRATE_STEP(Kind.SQL),
    MIGRATE_COMMIT(Kind.SQL),
    FIND_END(Kind.SQL),

    APPEND_BEGIN(Kind.SQL),
    APPEND_ENTRY(Kind.SQL),
    APPEND_HEAD(Kind.SQL),
    APPEND_COMMIT(Kind.SQL),
    ROLLBACK(Kind.SQL),
    SETTLE_BEGIN(Kind.SQL),
    SETTLE_CHANGE(Kind.SQL),
    SETTLE_COMMIT(Kind.SQL),
    PROBE(Kind.SQL),

    READ_ENTRIES(Kind.SQL),
    CHECKPOINT(Kind.SQL),

    SNAPSHOT_ID(Kind.SQL),
    SNAPSHOT_PART(Kind.SQL),
    SNAPSHOT_FINISH(Kind.SQL),
    SNAPSHOT_FORGET(Kind.SQL),
    SNAPSHOT_READ(Kind.SQL),
    ASIDE_WRITE(Kind.FILE),
    ASIDE_BEGIN(Kind.SQL),
    ASIDE_CHANGE(Kind.SQL),
    ASIDE_COMMIT(Kind.SQL),

    ARCHIVE_FORGET(Kind.FILE),
    ARCHIVE_WRITE(Kind.FILE),
    ARCHIVE_PUBLISH(Kind.FILE),
    ARCHIVE_NOTE(Kind.SQL),
    ARCHIVE_DELETE(Kind.SQL),
    ARCHIVE_READ(Kind.FILE),

    BACKUP_CREATE(Kind.FILE),
    BACKUP_COPY(Kind.SQL),
    BACKUP_SYNC(Kind.FILE),
    BACKUP_LEAVE_OUT(Kind.SQL),
    BACKUP_PUBLISH(Kind.FILE),

    RESTORE_CREATE(Kind.FILE),
    RESTORE_COPY(Kind.FILE),
    RESTORE_PUBLISH(Kind.FILE),
    SYNC_DIRECTORY(Kind.FILE),
    DELETE_PARTIAL(Kind.FILE);

    /** Kind of failure at this point: an SQLException or an IOException. */
    public enum Kind {
        SQL,
        FILE
    }

    private final Kind kind;

    CrashPoint(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
