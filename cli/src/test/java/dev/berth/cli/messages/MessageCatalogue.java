package dev.berth.cli.messages;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Every sentence with which Berth says no, found in the source: whatever is handed to a call or constructor that speaks. No
 * example has to be provoked, so none can be forgotten.
 */
final class MessageCatalogue {
    /** Exceptions whose message reaches people, and the fault of a field. */
    private static final Set<String> CONSTRUCTORS = Set.of(
            "BadInput",
            "BadUsage",
            "DateTimeException",
            "Failed",
            "Fault",
            "IllegalArgumentException",
            "IOException",
            "UncheckedIOException");
    /** Methods that make a problem or a fault of what they are given. */
    private static final Set<String> METHODS =
            Set.of("bad", "disorder", "fault", "invalid", "notAllowed", "parsed", "refusal", "wrong");

    private final Map<String, Set<String>> sentences = new TreeMap<>();

    private MessageCatalogue() {}

    /** The sentences by class, of all modules whose sources are in these folders. */
    static Map<String, Set<String>> of(List<Path> folders) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> walk = Files.walk(folder)) {
                walk.filter(each -> each.toString().endsWith(".java")).forEach(files::add);
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var catalogue = new MessageCatalogue();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
            for (CompilationUnitTree unit : task.parse()) {
                catalogue.read(unit);
            }
        }
        return catalogue.sentences;
    }

    private void read(CompilationUnitTree unit) {
        Map<String, ExpressionTree> constants = new HashMap<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree variable, Void nothing) {
                if (variable.getModifiers().getFlags().contains(Modifier.FINAL)
                        && variable.getInitializer() != null
                        && String.valueOf(variable.getType()).equals("String")) {
                    constants.put(variable.getName().toString(), variable.getInitializer());
                }
                return super.visitVariable(variable, null);
            }
        }.scan(unit, null);
        new Speakers(unit, new Sentence(constants)).scan(unit, null);
    }

    private final class Speakers extends TreePathScanner<Void, Void> {
        private final String file;
        private final Sentence sentence;

        Speakers(CompilationUnitTree unit, Sentence sentence) {
            String name = Path.of(unit.getSourceFile().getName()).getFileName().toString();
            this.file = unit.getPackageName().toString().replace("dev.berth.", "") + "."
                    + name.substring(0, name.length() - ".java".length());
            this.sentence = sentence;
        }

        @Override
        public Void visitNewClass(NewClassTree creation, Void nothing) {
            if (CONSTRUCTORS.contains(creation.getIdentifier().toString())) {
                add(creation.getArguments());
            }
            return super.visitNewClass(creation, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            String receiver = "";
            String method = "";
            if (call.getMethodSelect() instanceof MemberSelectTree select) {
                receiver = select.getExpression().toString();
                method = select.getIdentifier().toString();
            } else if (call.getMethodSelect() instanceof IdentifierTree name) {
                method = name.getName().toString();
            }
            if (METHODS.contains(method) || receiver.equals("Problem")) {
                add(call.getArguments());
            } else if (receiver.equals("Phrase") && method.equals("of")) {
                add(List.of(call));
            }
            return super.visitMethodInvocation(call, null);
        }

        private void add(List<? extends Tree> arguments) {
            List<String> words = arguments.stream()
                    .map(sentence::of)
                    .filter(text -> text.contains(" "))
                    .toList();
            if (!words.isEmpty()) {
                sentences.computeIfAbsent(file, key -> new TreeSet<>()).add(String.join(" / ", words));
            }
        }
    }
}
