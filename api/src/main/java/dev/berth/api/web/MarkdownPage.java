package dev.berth.api.web;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page of Markdown as HTML. What is HTML in it stays text, and comments are left out; headings have the anchors that code hosts
 * give them. Links to other files become links to their addresses, or text if they have none here.
 */
final class MarkdownPage {
    private static final List<TablesExtension> EXTENSIONS = List.of((TablesExtension) TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .attributeProviderFactory(context -> MarkdownPage::attributes)
            .build();

    private final String file;
    private final String source;
    private final Node document;

    /** The file as it is called below docs/. */
    MarkdownPage(String file, String source) {
        this.file = file;
        this.source = source;
        this.document = PARSER.parse(source);
    }

    /** The files that it links to or shows, as they are called below docs/. */
    List<String> files() {
        List<String> files = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                target(link.getDestination()).ifPresent(files::add);
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                target(image.getDestination()).ifPresent(files::add);
            }
        });
        return files;
    }

    String title() {
        return document.getFirstChild() instanceof Heading heading ? text(heading) : file;
    }

    /** Its HTML, given the address of each file that has one. */
    String html(Function<String, Optional<String>> address) {
        Node copy = PARSER.parse(source);
        copy.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                visitChildren(link);
                Optional<String> target = target(link.getDestination());
                if (target.isPresent()) {
                    address.apply(target.get())
                            .ifPresentOrElse(
                                    found -> link.setDestination(found + anchorOf(link.getDestination())),
                                    () -> unlink(link));
                }
            }

            @Override
            public void visit(Image image) {
                target(image.getDestination()).flatMap(address).ifPresent(image::setDestination);
            }

            @Override
            public void visit(HtmlBlock html) {
                if (html.getLiteral().startsWith("<!--")) {
                    html.unlink();
                }
            }
        });
        return RENDERER.render(copy);
    }

    /** The file that a relative link means; empty for an address elsewhere or a place in the same page. */
    private Optional<String> target(String destination) {
        URI uri = URI.create(destination);
        return uri.isAbsolute() || uri.getPath().isEmpty()
                ? Optional.empty()
                : Optional.of(URI.create(file).resolve(uri.getPath()).getPath());
    }

    private static String anchorOf(String destination) {
        int from = destination.indexOf('#');
        return from < 0 ? "" : destination.substring(from);
    }

    /** Its text stays. */
    private static void unlink(Link link) {
        for (Node child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
            link.insertBefore(child);
        }
        link.unlink();
    }

    private static void attributes(Node node, String tag, Map<String, String> attributes) {
        if (tag.equals("pre")) {
            // It may scroll, so it must be reachable by keyboard.
            attributes.put("tabindex", "0");
        }
        if (node instanceof Heading heading) {
            attributes.put(
                    "id",
                    text(heading)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                            .replace(' ', '-'));
        }
    }

    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code code) {
                text.append(code.getLiteral());
            }
        });
        return text.toString();
    }
}
