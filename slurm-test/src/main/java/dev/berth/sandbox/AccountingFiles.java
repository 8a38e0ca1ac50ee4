package dev.berth.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Files and commands of Slurm's accounting in a sandbox: slurmdbd, and a MariaDB of its own in which it keeps its tables. Without accounting
 * Slurm knows no accounts of users, and reserves no cards.
 *
 * @param directory of the sandbox
 * @param port of MariaDB; that of slurmdbd follows it
 */
record AccountingFiles(Path directory, int port) {
    private static final String DATABASE = "slurm";

    void write() throws IOException {
        Files.createDirectory(directory.resolve("db"));
        Files.createDirectory(temporary());
        Files.writeString(directory.resolve("db.sql"), """
            CREATE DATABASE IF NOT EXISTS %1$s;
            CREATE USER IF NOT EXISTS '%1$s'@'localhost';
            CREATE USER IF NOT EXISTS '%1$s'@'127.0.0.1';
            GRANT ALL ON %1$s.* TO '%1$s'@'localhost';
            GRANT ALL ON %1$s.* TO '%1$s'@'127.0.0.1';
            """.formatted(DATABASE));
        Path settings = Files.createFile(
                directory.resolve("slurmdbd.conf"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                settings, """
                    AuthType=auth/munge
                    AuthInfo=socket=%1$s/munge.sock
                    DbdHost=localhost
                    DbdAddr=127.0.0.1
                    DbdPort=%2$d
                    SlurmUser=%3$s
                    LogFile=%1$s/log/slurmdbd.log
                    PidFile=%1$s/slurmdbd.pid
                    StorageType=accounting_storage/mysql
                    StorageHost=127.0.0.1
                    StoragePort=%4$d
                    StorageUser=%5$s
                    StorageLoc=%5$s
                    """.formatted(directory, port + 1, System.getProperty("user.name"), port, DATABASE));
    }

    /** Makes the tables of MariaDB itself. */
    String[] install() {
        return new String[] {
            "mariadb-install-db",
            "--no-defaults",
            "--datadir=" + directory.resolve("db"),
            "--user=" + System.getProperty("user.name"),
            "--tmpdir=" + temporary(),
            "--skip-test-db",
            "--auth-root-authentication-method=normal"
        };
    }

    String[] database() {
        return new String[] {
            "mariadbd",
            "--no-defaults",
            "--datadir=" + directory.resolve("db"),
            "--user=" + System.getProperty("user.name"),
            "--tmpdir=" + temporary(),
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=" + directory.resolve("db.sock"),
            "--pid-file=" + directory.resolve("db.pid"),
            "--init-file=" + directory.resolve("db.sql"),
            "--innodb-flush-log-at-trx-commit=0",
            "--innodb-buffer-pool-size=64M",
            "--innodb-log-file-size=16M"
        };
    }

    private Path temporary() {
        return directory.resolve("db-temporary");
    }

    /** Lines of slurm.conf. */
    String lines() {
        return """
            AccountingStorageType=accounting_storage/slurmdbd
            AccountingStorageHost=127.0.0.1
            AccountingStoragePort=%d
            # With munge this is no password, but the socket.
            AccountingStoragePass=%s/munge.sock
            """.formatted(port + 1, directory).strip();
    }
}
