package dev.berth.workflow.read;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.berth.workflow.model.BadWorkflow;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.MissingResourceException;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;

/** The bytes of a file, unpacked and bounded; what parsers throw becomes a {@link BadWorkflow}. */
final class Input {
    private static final int BUFFER = 1 << 16;

    @FunctionalInterface
    interface Parser<T> {
        T parse(BufferedInputStream in) throws IOException, XMLStreamException;
    }

    private Input() {}

    static <T> T parse(InputStream raw, long mostBytes, Parser<T> parser) throws IOException {
        BoundedStream bounded = null;
        try {
            bounded = new BoundedStream(unpacked(new BufferedInputStream(raw, BUFFER)), mostBytes);
            return parser.parse(new BufferedInputStream(bounded, BUFFER));
        } catch (IOException | XMLStreamException e) {
            if (bounded != null && bounded.isExceeded()) {
                throw new BadWorkflow("file", "it holds more than %d bytes; split the workflow".formatted(mostBytes));
            }
            throw translated(e);
        } catch (MissingResourceException e) {
            // The parser of the JDK lacks the words for some of its own errors.
            throw new BadWorkflow("file", "it is no XML that can be read");
        }
    }

    /** Told by the first two bytes, not by the name. */
    private static InputStream unpacked(BufferedInputStream raw) throws IOException {
        raw.mark(2);
        boolean packed = raw.read() == 0x1f && raw.read() == 0x8b;
        raw.reset();
        return packed ? new GZIPInputStream(raw, BUFFER) : raw;
    }

    private static BadWorkflow translated(Exception e) throws IOException {
        return switch (e) {
            case JsonProcessingException json -> malformed(json);
            case XMLStreamException xml -> malformed(xml);
            case ZipException zip -> damaged();
            case EOFException cut -> damaged();
            case IOException unreadable -> throw unreadable;
            default -> throw new IllegalStateException(e);
        };
    }

    private static BadWorkflow damaged() {
        return new BadWorkflow("file", "it is gzipped, but damaged or cut short; fetch it again");
    }

    private static BadWorkflow malformed(JsonProcessingException e) {
        JsonLocation location = e.getLocation();
        String place = location == null
                ? "file"
                : FilePosition.text(FilePosition.of(location.getLineNr(), location.getColumnNr()));
        return new BadWorkflow(place, "it is no JSON: " + firstLine(e.getOriginalMessage()));
    }

    private static BadWorkflow malformed(XMLStreamException e) throws IOException {
        if (e.getNestedException() instanceof IOException io && !(io instanceof java.io.CharConversionException)) {
            return translated(io);
        }
        Location location = e.getLocation();
        String place = location == null
                ? "file"
                : FilePosition.text(FilePosition.of(location.getLineNumber(), location.getColumnNumber()));
        String message = String.valueOf(e.getMessage());
        // The parser of the JDK puts the place before its message.
        int from = message.indexOf("Message: ");
        return new BadWorkflow(place, "it is no XML: " + firstLine(from < 0 ? message : message.substring(from + 9)));
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}
