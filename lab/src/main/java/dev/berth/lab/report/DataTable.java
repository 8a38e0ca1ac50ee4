package dev.berth.lab.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.berth.lab.figure.Curve;
import dev.berth.lab.figure.Panel;
import dev.berth.lab.figure.Point;
import dev.berth.lab.figure.SignificantDigits;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/** All points of some panels as CSV; equal panels give equal bytes. */
final class DataTable {
    private static final int SIGNIFICANT = 6;

    private DataTable() {}

    static String of(List<Panel> panels) throws IOException {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord("quantity", "curve", "x", "mean", "half_width", "runs");
            for (Panel panel : panels) {
                for (Curve curve : panel.curves()) {
                    for (Point point : curve.points()) {
                        csv.writeRecord(
                                panel.quantity(),
                                curve.name(),
                                number(point.x()),
                                number(point.y().mean()),
                                number(point.y().halfWidth()),
                                Integer.toString(point.y().runs()));
                    }
                }
            }
        }
        return text.toString();
    }

    private static String number(double value) {
        return SignificantDigits.text(value, SIGNIFICANT);
    }
}
