package dev.berth.workflow.read;

import dev.berth.engine.model.Decimals;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.model.Cancelled;
import dev.berth.workflow.read.WorkflowDraft.Drafted;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Pegasus DAX, versions 2.1 and 3.x. A job, or a nested workflow, is a task; its run time is the attribute {@code
 * runtime} of the workflow generator or the profile {@code pegasus:runtime}. Sizes are the attribute {@code size} of a
 * use or the metadata {@code size} of a use or a file. Times and sizes below 0, which the workflow generator writes, are 0.
 *
 * <p>A document type is refused: that leaves no entities to expand and nothing to fetch.
 */
final class DaxReader {
    private static final Set<String> TASKS = Set.of("job", "dax", "dag");

    private final WorkflowDraft draft;
    private final XMLStreamReader xml;

    private @Nullable Drafted task;
    private @Nullable String child;
    /** The file of the use or of the catalogue entry that is being read. */
    private int file = NONE;

    private boolean fileIsSure;
    /** The task, if it writes the file. */
    private @Nullable Drafted writer;

    private static final int NONE = -1;

    private DaxReader(WorkflowDraft draft, XMLStreamReader xml) {
        this.draft = draft;
        this.xml = xml;
    }

    static ReadWorkflow read(InputStream in, FileLimits limits) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> InputStream.nullInputStream());
        XMLStreamReader xml = factory.createXMLStreamReader(in);
        try {
            WorkflowDraft draft = new WorkflowDraft(limits);
            new DaxReader(draft, xml).document();
            return new WorkflowBuilder(draft).read(ReadWorkflow.Format.DAX);
        } finally {
            xml.close();
        }
    }

    private void document() throws XMLStreamException {
        boolean begun = false;
        while (xml.hasNext()) {
            Cancelled.check();
            switch (xml.next()) {
                case XMLStreamConstants.DTD ->
                    throw bad("a document type declaration; take it out, a workflow needs none");
                case XMLStreamConstants.START_ELEMENT -> {
                    if (begun) {
                        start(xml.getLocalName());
                    } else {
                        root();
                        begun = true;
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> end(xml.getLocalName());
                default -> {}
            }
        }
    }

    private void root() {
        if (!xml.getLocalName().equals("adag")) {
            throw bad("the root element is <%s>; that of a DAX is <adag>".formatted(xml.getLocalName()));
        }
        String version = attribute("version");
        if (version != null && !version.matches("[23](\\.\\d{1,4})?")) {
            throw WorkflowDraft.notA(place(), "the version of the DAX", version, "2.1 or 3.x");
        }
        String name = attribute("name");
        if (name != null && !name.isBlank()) {
            draft.name = name;
        }
    }

    private void start(String element) throws XMLStreamException {
        if (TASKS.contains(element) && task == null) {
            task(element);
            return;
        }
        switch (element) {
            case "uses" -> uses();
            case "file" -> file = task == null ? catalogued() : file;
            case "metadata" -> metadata();
            case "profile" -> profile();
            case "argument" -> argument();
            case "child" -> child = required("ref", "<child>");
            case "parent" -> parent();
            default -> {}
        }
    }

    private void end(String element) {
        if (TASKS.contains(element)) {
            task = null;
        }
        switch (element) {
            case "uses", "file" -> file = NONE;
            case "child" -> child = null;
            default -> {}
        }
    }

    private void task(String element) {
        Drafted begun = draft.task(required("id", "<" + element + ">"), place());
        String kind = attribute("name");
        begun.kind = kind == null ? "" : kind;
        String runtime = attribute("runtime");
        if (runtime != null) {
            begun.work = time(begun, runtime);
        }
        task = begun;
    }

    private void uses() {
        Drafted user = task;
        if (user == null) {
            return;
        }
        String path = attribute("file");
        if (path == null) {
            path = attribute("name");
        }
        if (path == null) {
            throw bad("<uses> of task \"%s\" names no file; give it the attribute name".formatted(user.id));
        }
        String link = attribute("link");
        if (link == null || "executable".equals(attribute("type"))) {
            return;
        }
        file = draft.file(path, place());
        fileIsSure = !link.equals("input");
        writer = link.equals("output") || link.equals("inout") ? user : null;
        switch (link) {
            case "input" -> draft.reads(user, file, place());
            case "output" -> draft.writes(user, file, place());
            case "inout" -> {
                draft.reads(user, file, place());
                draft.writes(user, file, place());
            }
            default -> {
                // "none" and "checkpoint" pass nothing on.
            }
        }
        String size = attribute("size");
        if (size != null) {
            size(size);
        }
    }

    private int catalogued() {
        String path = attribute("name");
        fileIsSure = false;
        writer = null;
        return path == null ? NONE : draft.file(path, place());
    }

    private void metadata() throws XMLStreamException {
        if (file != NONE && "size".equals(attribute("key"))) {
            size(xml.getElementText());
        }
    }

    private void size(String size) {
        long bytes = 0;
        if (isNegative(size)) {
            draft.negativeSizes++;
        } else {
            bytes = quantity(Quantity.BYTES, "size", size);
        }
        if (writer == null) {
            draft.size(file, bytes, fileIsSure);
        } else {
            draft.size(writer, file, bytes);
        }
    }

    private long time(Drafted owner, String seconds) {
        if (isNegative(seconds)) {
            draft.negativeTimes++;
            return 0;
        }
        return quantity(Quantity.MILLISECONDS, "runtime of \"" + owner.id + "\"", seconds);
    }

    private static boolean isNegative(String number) {
        try {
            return Decimals.read(number).signum() < 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private void profile() throws XMLStreamException {
        Drafted owner = task;
        if (owner != null && "pegasus".equals(attribute("namespace")) && "runtime".equals(attribute("key"))) {
            long work = time(owner, xml.getElementText());
            if (owner.work == WorkflowDraft.UNKNOWN) {
                owner.work = work;
            }
        }
    }

    /** Text with files in between. The program is the name of the job. */
    private void argument() throws XMLStreamException {
        Drafted owner = task;
        if (owner == null || owner.kind.isEmpty()) {
            return;
        }
        long place = place();
        ArgumentLine line = new ArgumentLine();
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    line.append(xml.getText());
                case XMLStreamConstants.START_ELEMENT -> {
                    String name = attribute("name");
                    String path = name == null ? attribute("file") : name;
                    if (path != null) {
                        line.appendFile(path);
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    if (xml.getLocalName().equals("argument")) {
                        List<String> words = new ArrayList<>(List.of(owner.kind));
                        words.addAll(line.words());
                        draft.command(owner.id, words, place);
                        return;
                    }
                }
                default -> {}
            }
        }
    }

    private void parent() {
        String parent = required("ref", "<parent>");
        if (child == null) {
            throw bad("<parent ref=\"%s\"> is in no <child>".formatted(parent));
        }
        draft.dependency(parent, child, 0, place());
    }

    private long quantity(Quantity quantity, String what, String text) {
        Long value = quantity.of(text);
        if (value == null) {
            throw WorkflowDraft.notA(place(), what, text, quantity.rule());
        }
        return value;
    }

    private @Nullable String attribute(String name) {
        return xml.getAttributeValue(null, name);
    }

    private String required(String name, String element) {
        String value = attribute(name);
        if (value == null || value.isBlank()) {
            throw bad("%s has no %s; give it one".formatted(element, name));
        }
        return value;
    }

    private BadWorkflow bad(String problem) {
        return WorkflowDraft.bad(place(), problem);
    }

    private long place() {
        return FilePosition.of(
                xml.getLocation().getLineNumber(), xml.getLocation().getColumnNumber());
    }
}
