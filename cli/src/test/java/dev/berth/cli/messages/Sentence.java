package dev.berth.cli.messages;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An expression of the source as a person would read its value: text as it is, a value by its name in braces, and a choice
 * as {@code [one|other]}.
 */
final class Sentence {
    private static final Pattern PLACE = Pattern.compile("%(?:\\d+\\$)?[-,.0-9]*[sdfxn]");
    private final Map<String, ExpressionTree> constants;

    /** @param constants the constants of the file, which are written out */
    Sentence(Map<String, ExpressionTree> constants) {
        this.constants = constants;
    }

    String of(Tree expression) {
        return switch (expression) {
            case LiteralTree literal -> String.valueOf(literal.getValue());
            case BinaryTree sum
            when sum.getKind() == Tree.Kind.PLUS -> of(sum.getLeftOperand()) + of(sum.getRightOperand());
            case ParenthesizedTree inner -> of(inner.getExpression());
            case ConditionalExpressionTree choice ->
                "[" + of(choice.getTrueExpression()) + "|" + of(choice.getFalseExpression()) + "]";
            case IdentifierTree name -> {
                ExpressionTree constant = constants.get(name.getName().toString());
                yield constant == null ? "{" + name + "}" : of(constant);
            }
            case MethodInvocationTree call -> call(call);
            default -> "{" + name(expression) + "}";
        };
    }

    private String call(MethodInvocationTree call) {
        if (call.getMethodSelect() instanceof MemberSelectTree select
                && select.getIdentifier().contentEquals("formatted")) {
            return formatted(of(select.getExpression()), call.getArguments());
        }
        List<? extends ExpressionTree> arguments = call.getArguments();
        return switch (call.getMethodSelect().toString()) {
            case "Phrase.of" -> formatted(of(arguments.getFirst()), arguments.subList(1, arguments.size()));
            case "Phrase.text", "Phrase.time", "time" -> of(arguments.getFirst());
            default -> "{" + name(call) + "}";
        };
    }

    private String formatted(String format, List<? extends ExpressionTree> values) {
        Matcher places = PLACE.matcher(format);
        StringBuilder sentence = new StringBuilder();
        int next = 0;
        while (places.find()) {
            String value = next < values.size() ? of(values.get(next++)) : places.group();
            places.appendReplacement(sentence, Matcher.quoteReplacement(value));
        }
        return places.appendTail(sentence).toString();
    }

    private static String name(Tree expression) {
        return switch (expression) {
            case MethodInvocationTree call -> name(call.getMethodSelect());
            case MemberSelectTree select -> select.getIdentifier().toString();
            case IdentifierTree name -> name.getName().toString();
            default -> "…";
        };
    }
}
