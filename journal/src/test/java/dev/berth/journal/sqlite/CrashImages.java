package dev.berth.journal.sqlite;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks at what a crash would leave before, in the middle of and after each step. In the middle of: files that grow have
 * grown by half, and files that change have changed in the first half of what changes. SQLite writes a commit to its log,
 * and a checkpoint to the database while the log stays as it is, so these are what a crash can leave.
 */
final class CrashImages implements FaultyDisk.Watcher {
    private final JournalClient client;
    private final Path directory;
    private final String scene;
    int checked;
    private Map<String, byte[]> before = Map.of();
    private History told = new History();
    private Map<String, byte[]> seen = Map.of();
    private String seenTold = "";

    CrashImages(JournalClient client, Path directory, String scene) {
        this.client = client;
        this.directory = directory;
        this.scene = scene;
    }

    @Override
    public void before(int step, CrashPoint point) {
        before = Directories.read(client.root);
        told = client.history.copy();
        check(before, scene + ": crash before step " + step + ", " + point);
    }

    @Override
    public void after(int step, CrashPoint point) {
        Map<String, byte[]> after = Directories.read(client.root);
        Map<String, byte[]> torn = new TreeMap<>(before);
        after.forEach((name, bytes) -> {
            boolean isDatabase = name.endsWith("journal.db");
            if (!name.endsWith("-shm")
                    && (!isDatabase || point == CrashPoint.CHECKPOINT || point == CrashPoint.DISCONNECT)) {
                torn.put(name, torn(before.getOrDefault(name, new byte[0]), bytes));
            }
        });
        check(torn, scene + ": crash in the middle of step " + step + ", " + point);
        check(after, scene + ": crash after step " + step + ", " + point);
    }

    private static byte[] torn(byte[] before, byte[] after) {
        int first = Arrays.mismatch(before, after);
        if (first < 0 || after.length < before.length) {
            return before;
        }
        int last = after.length;
        while (last > first && last <= before.length && before[last - 1] == after[last - 1]) {
            last--;
        }
        int until = first + (last - first) / 2;
        byte[] torn = Arrays.copyOf(before, Math.max(before.length, until));
        System.arraycopy(after, first, torn, first, until - first);
        return torn;
    }

    /** Most steps change nothing on the disk; what was checked a moment ago is not checked again. */
    private void check(Map<String, byte[]> files, String when) {
        String toldNow = told.appends + " " + told.snapshots + client.backups.size() + client.snapshotIsDamaged;
        if (toldNow.equals(seenTold) && Directories.same(files, seen)) {
            return;
        }
        seen = files;
        seenTold = toldNow;
        Path image = directory.resolve("image-" + checked++);
        Directories.write(files, image);
        try {
            client.check(image, told, client.snapshotIsDamaged, client.backups.size(), when);
            SqliteJournal.verify(image.resolve("data"));
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(when, e);
        }
        Directories.delete(image);
    }
}
