package dev.berth.cli.provision;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Streams;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.read.BadSites;
import dev.berth.provision.read.SiteFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The file of sites that a command names. */
final class SitesInput {
    private SitesInput() {}

    static SlotAvailability read(String file, Streams streams) {
        try {
            if (file.equals("-")) {
                return SiteFiles.read(streams.in());
            }
            Path path = Path.of(file);
            if (!Files.isRegularFile(path) && !Files.exists(path)) {
                throw new BadInput(file + ": file not found; name a file, or - for standard input");
            }
            try (InputStream in = Files.newInputStream(path)) {
                return SiteFiles.read(in);
            }
        } catch (BadSites e) {
            throw new BadInput(file + ": " + e.getMessage());
        } catch (InvalidPathException e) {
            throw new BadInput("\"" + file + "\" is not a file name: " + e.getReason());
        } catch (IOException e) {
            throw new Failed(file + ": cannot be read", e);
        }
    }
}
