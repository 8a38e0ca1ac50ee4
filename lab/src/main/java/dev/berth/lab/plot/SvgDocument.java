package dev.berth.lab.plot;

import dev.berth.lab.figure.Markup;
import dev.berth.lab.figure.SignificantDigits;
import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** A picture as SVG, of elements that are added one by one. The JDK writes and escapes it. */
public final class SvgDocument {
    private static final String SVG = "http://www.w3.org/2000/svg";

    private final Document document;
    private final Element root;

    /** An empty one; the title and the description are its words for those who cannot see it. */
    public SvgDocument(double width, double height, String title, String description) {
        try {
            document = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVG, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("The JDK's XML does not work", e);
        }
        root = document.getDocumentElement();
        set(
                root,
                "width",
                width,
                "height",
                height,
                "viewBox",
                "0 0 " + text(width) + " " + text(height),
                "role",
                "img");
        addText(root, "title", title);
        addText(root, "desc", description);
    }

    public Element root() {
        return root;
    }

    /**
     * Sets attributes.
     *
     * @param attributes names and values in turn; decimals are written to the hundredth
     */
    public static void set(Element element, Object... attributes) {
        for (int i = 0; i < attributes.length; i += 2) {
            element.setAttribute(attributes[i].toString(), text(attributes[i + 1]));
        }
    }

    private static String text(Object value) {
        return value instanceof Double number
                ? SignificantDigits.text(Math.rint(number * 100) / 100, 8)
                : Markup.allowed(value.toString());
    }

    /**
     * Adds an element at the end of another.
     *
     * @param attributes names and values in turn, as {@link #set} takes them
     */
    public Element add(Element parent, String name, Object... attributes) {
        Element element = document.createElementNS(SVG, name);
        set(element, attributes);
        parent.appendChild(element);
        return element;
    }

    /** An element with words in it; characters that XML forbids are left out. */
    public Element addText(Element parent, String name, String words, Object... attributes) {
        Element element = add(parent, name, attributes);
        element.setTextContent(Markup.allowed(words));
        return element;
    }

    /** The whole document. */
    public String text() {
        StringWriter text = new StringWriter();
        try {
            TransformerFactory.newDefaultInstance()
                    .newTransformer()
                    .transform(new DOMSource(document), new StreamResult(text));
        } catch (TransformerException e) {
            throw new IllegalStateException("The JDK cannot write this picture as XML", e);
        }
        return text.append('\n').toString();
    }
}
