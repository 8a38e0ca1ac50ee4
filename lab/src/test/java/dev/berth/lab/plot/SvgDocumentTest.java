package dev.berth.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class SvgDocumentTest {
    private final SvgDocument document = new SvgDocument(200, 100, "a < \"b\" & c\u0001", "description");

    @Test
    void words_areEscapedAndForbiddenCharactersLeftOut() {
        Element group = document.add(document.root(), "g", "id", "x\u0000<y>");
        document.addText(group, "text", "1 < 2 & 3\uFFFE", "x", 1.005, "y", 4);
        assertThat(document.text())
                .contains("<title>a &lt; \"b\" &amp; c</title><desc>description</desc>")
                .contains("<g id=\"x&lt;y&gt;\"><text x=\"1\" y=\"4\">1 &lt; 2 &amp; 3</text></g>")
                .endsWith("</svg>\n");
    }
}
