package dev.berth.soak.target;

import dev.berth.engine.model.BadValue;
import dev.berth.service.curve.CurveSteps;
import dev.berth.service.curve.DatedValues;
import dev.berth.soak.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;

/** CSV files of prices and of carbon intensities. */
public final class CurveTarget implements FuzzTarget {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

    @Override
    public String name() {
        return "curve";
    }

    @Override
    public List<String> words() {
        return List.of(
                "2026-11-16T08:00Z,0.25\n",
                "2026-11-16 10:00,-0.05\n",
                "2027-03-28T02:30;1\n",
                "2026-11-16T10:30:00+01:00,",
                "time,value\n",
                "# ",
                "1970-01-01T00:00Z,",
                "9999-12-31T23:59:59.999Z,",
                "999999999999.999999999\n");
    }

    @Override
    public void read(byte[] input) {
        try {
            CurveSteps.carbon(DatedValues.parse("curve.csv", new String(input, StandardCharsets.UTF_8), ZURICH));
        } catch (DatedValues.BadCurve | BadValue e) {
            // refused as documented
        }
    }
}
