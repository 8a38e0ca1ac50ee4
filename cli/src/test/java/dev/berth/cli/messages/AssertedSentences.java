package dev.berth.cli.messages;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Sentences that assertions of test sources expect, found as literals in the arguments of assertions. */
@SuppressWarnings("VoidUsed") // visitors of the JDK take what nobody gives them
final class AssertedSentences extends TreePathScanner<Void, Void> {
    /** Methods of tests that assert one of their arguments, beside those whose names begin with "assert". */
    private static final Set<String> ASSERTING = Set.of("fails", "isDone", "isDoneWith", "refused", "rejected");
    /** Methods that name what is asserted, and assert nothing themselves. */
    private static final Set<String> DESCRIBING =
            Set.of("as", "describedAs", "withFailMessage", "overridingErrorMessage");

    private static final int LONG = 35;
    /** Ends of lines, and gaps between the columns of a table: what stands in one cell is one text. */
    private static final Pattern GAP = Pattern.compile("\\R|\\s{2,}");

    private static final Pattern WORDS = Pattern.compile("(?:[A-Za-z'’`\"“”-]+[,:;.]?(?:\\s+|$)){5,}");
    private static final Pattern LETTERS = Pattern.compile("(?<![^\\s\"'(])[A-Za-z'-]+(?![^\\s\"',:;.)])");
    /** Words without which hardly any English sentence does; a list of names has none of them. */
    private static final Pattern GRAMMAR =
            Pattern.compile("(?i)(?<![\\w-])(an|and|are|as|at|be|but|by|for|from|has|have|in|is|it|its"
                    + "|must|no|not|of|on|or|that|the|them|there|they|this|to|until|was|were|with|without)(?![\\w-])");

    /**
     * Place of a sentence.
     *
     * @param type the test class, with its package
     * @param line in its file
     */
    record Found(String type, long line, String sentence) {
        @Override
        public String toString() {
            return "%s:%d: %s".formatted(type, line, sentence);
        }
    }

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final String type;
    private final List<Found> found;

    private AssertedSentences(CompilationUnitTree unit, SourcePositions positions, String type, List<Found> found) {
        this.unit = unit;
        this.positions = positions;
        this.type = type;
        this.found = found;
    }

    /** Finds the sentences in the text of one source file. */
    static List<Found> in(String type, String source) throws IOException {
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///T.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return source;
            }
        };
        var task =
                (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, null, null, null, List.of(file));
        List<Found> found = new ArrayList<>();
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        for (CompilationUnitTree unit : task.parse()) {
            new AssertedSentences(unit, positions, type, found).scan(unit, null);
        }
        return found;
    }

    @Override
    public Void visitAnnotation(AnnotationTree annotation, Void nothing) {
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void nothing) {
        look(literal);
        return null;
    }

    @Override
    public Void visitBinary(BinaryTree sum, Void nothing) {
        if (sum.getKind() != Tree.Kind.PLUS) {
            return super.visitBinary(sum, nothing);
        }
        look(sum);
        return null;
    }

    private void look(Tree expression) {
        String text = text(expression);
        if (!isAsserted(getCurrentPath())) {
            return;
        }
        for (String cell : GAP.splitAsStream(text).toList()) {
            if (isSentence(cell)) {
                long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, expression));
                found.add(new Found(type, line, cell));
            }
        }
    }

    /** Joins the literals of a sum; other values stand between them as an ellipsis. */
    private static String text(Tree expression) {
        return switch (expression) {
            case LiteralTree literal -> String.valueOf(literal.getValue());
            case BinaryTree sum -> text(sum.getLeftOperand()) + text(sum.getRightOperand());
            case ParenthesizedTree inner -> text(inner.getExpression());
            default -> "…";
        };
    }

    static boolean isSentence(String cell) {
        int letters = LETTERS.matcher(cell)
                .results()
                .mapToInt(each -> each.group().length())
                .sum();
        if (letters < LONG) {
            return false;
        }
        Matcher words = WORDS.matcher(cell);
        while (words.find()) {
            if (!isHeader(words.group()) && GRAMMAR.matcher(words.group()).find()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a text is the head of a table, which is all in capitals. */
    private static boolean isHeader(String text) {
        return text.equals(text.toUpperCase(Locale.ROOT));
    }

    private static boolean isAsserted(TreePath place) {
        for (TreePath each = place; each.getParentPath() != null; each = each.getParentPath()) {
            if (each.getParentPath().getLeaf() instanceof MethodInvocationTree call
                    && call.getArguments().contains(each.getLeaf())) {
                String name = name(call);
                if (DESCRIBING.contains(name)) {
                    return false;
                }
                if (ASSERTING.contains(name) || (!name.startsWith("assertThat") && asserts(call))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a call is one of a chain that begins with an assertion. */
    private static boolean asserts(MethodInvocationTree call) {
        ExpressionTree each = call;
        while (each instanceof MethodInvocationTree inner) {
            if (name(inner).startsWith("assert")) {
                return true;
            }
            each = inner.getMethodSelect() instanceof MemberSelectTree select ? select.getExpression() : each;
            if (each.equals(inner)) {
                return false;
            }
        }
        return false;
    }

    private static String name(MethodInvocationTree call) {
        return switch (call.getMethodSelect()) {
            case MemberSelectTree select -> select.getIdentifier().toString();
            case IdentifierTree simple -> simple.getName().toString();
            default -> "";
        };
    }
}
