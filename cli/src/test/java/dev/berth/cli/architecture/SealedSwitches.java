package dev.berth.cli.architecture;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CaseLabelTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DeconstructionPatternTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.PatternTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Finds switches over sealed types of ours that have a {@code default}, by reading sources. The compiler makes sure of the
 * others that no case is missing. A switch counts if each type that it names is a case of one sealed type; names are looked up in
 * the file, its imports and its package.
 */
final class SealedSwitches {
    private final SourcePositions positions;

    /** Declared types by their full names, each with the types that it extends, in the words of its file. */
    private final Map<String, List<String>> parents = new HashMap<>();

    private final Map<String, CompilationUnitTree> files = new HashMap<>();
    private final Set<String> sealed = new HashSet<>();
    private final List<String> found = new ArrayList<>();
    private int judged;

    private SealedSwitches(JavacTask task) throws IOException {
        positions = Trees.instance(task).getSourcePositions();
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        units.forEach(unit -> new Declarations(unit).scan(unit, null));
        units.forEach(unit -> new Switches(unit).scan(unit, null));
    }

    static SealedSwitches read(List<Path> paths) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is needed");
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            return new SealedSwitches(task(compiler, manager, manager.getJavaFileObjectsFromPaths(paths)));
        }
    }

    static SealedSwitches ofTexts(String... texts) throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            String text = texts[i];
            sources.add(new SimpleJavaFileObject(URI.create("text:///text%20" + i), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                }
            });
        }
        return new SealedSwitches(task(Objects.requireNonNull(ToolProvider.getSystemJavaCompiler()), null, sources));
    }

    private static JavacTask task(
            JavaCompiler compiler,
            @Nullable StandardJavaFileManager manager,
            Iterable<? extends JavaFileObject> sources) {
        return (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null, sources);
    }

    /** Switches found, each with its place and the first type that it names. */
    List<String> withDefault() {
        return found;
    }

    /** Number of switches with a default that name types, over whatever they are. */
    int judged() {
        return judged;
    }

    private static String packageOf(CompilationUnitTree unit) {
        return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    }

    private static String name(Tree type) {
        return type instanceof ParameterizedTypeTree generic ? generic.getType().toString() : type.toString();
    }

    /** Full name of a type of ours that a file calls so; empty for types of others. */
    private Optional<String> resolve(CompilationUnitTree unit, String called) {
        int dot = called.indexOf('.');
        String first = dot < 0 ? called : called.substring(0, dot);
        String rest = dot < 0 ? "" : called.substring(dot);
        for (Map.Entry<String, CompilationUnitTree> each : files.entrySet()) {
            if (each.getValue().equals(unit) && each.getKey().endsWith("." + called)) {
                return Optional.of(each.getKey());
            }
        }
        for (ImportTree each : unit.getImports()) {
            String imported = each.getQualifiedIdentifier().toString();
            if (imported.endsWith("." + first)) {
                return Optional.of(imported + rest).filter(parents::containsKey);
            }
        }
        return Optional.of(packageOf(unit) + "." + called)
                .filter(parents::containsKey)
                .or(() -> Optional.of(called).filter(parents::containsKey));
    }

    /** Sealed types above a type. */
    private Set<String> above(String type) {
        Set<String> above = new HashSet<>();
        CompilationUnitTree unit = Objects.requireNonNull(files.get(type));
        for (String parent : parents.getOrDefault(type, List.of())) {
            resolve(unit, parent).ifPresent(full -> {
                if (sealed.contains(full)) {
                    above.add(full);
                }
                above.addAll(above(full));
            });
        }
        return above;
    }

    /** Takes note of the types of a file. */
    @SuppressWarnings("VoidUsed") // visitors of the JDK take what nobody gives them
    private final class Declarations extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree unit;
        private String within;

        Declarations(CompilationUnitTree unit) {
            this.unit = unit;
            this.within = packageOf(unit);
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
            String outside = within;
            within = outside + "." + type.getSimpleName();
            List<String> over = new ArrayList<>();
            if (type.getExtendsClause() != null) {
                over.add(name(type.getExtendsClause()));
            }
            type.getImplementsClause().forEach(each -> over.add(name(each)));
            parents.put(within, over);
            files.put(within, unit);
            if (type.getModifiers().getFlags().contains(Modifier.SEALED)) {
                sealed.add(within);
            }
            super.visitClass(type, none);
            within = outside;
            return null;
        }
    }

    /** Judges the switches of a file. */
    @SuppressWarnings("VoidUsed") // as above
    private final class Switches extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree unit;

        Switches(CompilationUnitTree unit) {
            this.unit = unit;
        }

        @Override
        public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void none) {
            judge(tree.getCases(), tree);
            return super.visitSwitch(tree, none);
        }

        @Override
        public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void none) {
            judge(tree.getCases(), tree);
            return super.visitSwitchExpression(tree, none);
        }

        private void judge(List<? extends CaseTree> cases, Tree tree) {
            List<String> types = new ArrayList<>();
            boolean hasDefault = false;
            for (CaseTree each : cases) {
                for (CaseLabelTree label : each.getLabels()) {
                    hasDefault |= label instanceof DefaultCaseLabelTree;
                    if (label instanceof PatternCaseLabelTree pattern) {
                        types.add(type(pattern.getPattern()));
                    }
                }
            }
            if (!hasDefault || types.isEmpty()) {
                return;
            }
            judged++;
            Set<String> shared = null;
            for (String type : types) {
                Set<String> above =
                        resolve(unit, type).map(SealedSwitches.this::above).orElse(Set.of());
                if (shared == null) {
                    shared = new HashSet<>(above);
                } else {
                    shared.retainAll(above);
                }
            }
            if (shared != null && !shared.isEmpty()) {
                found.add(place(tree) + ": " + types.getFirst());
            }
        }

        private static String type(PatternTree pattern) {
            return switch (pattern) {
                case BindingPatternTree binding -> name(binding.getVariable().getType());
                case DeconstructionPatternTree parts -> name(parts.getDeconstructor());
                default -> "";
            };
        }

        private String place(Tree tree) {
            long at = positions.getStartPosition(unit, tree);
            String file = unit.getSourceFile().getName();
            return (file.startsWith("/text ") ? file.substring(1) : file) + ":"
                    + unit.getLineMap().getLineNumber(at);
        }
    }
}
