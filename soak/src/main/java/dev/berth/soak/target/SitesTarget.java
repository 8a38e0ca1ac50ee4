package dev.berth.soak.target;

import dev.berth.provision.read.BadSites;
import dev.berth.provision.read.SiteFiles;
import dev.berth.soak.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/** Files of sites with their slots. */
public final class SitesTarget implements FuzzTarget {
    @Override
    public String name() {
        return "sites";
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"sites\":", "\"servers\":", "\"slots\":", "\"reserved\":", "\"queue\":", "\"seconds\":", "\"from\":");
    }

    @Override
    public void read(byte[] input) {
        try {
            SiteFiles.read(new ByteArrayInputStream(input));
        } catch (BadSites | IOException e) {
            // refused as documented
        }
    }
}
