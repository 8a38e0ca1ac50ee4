package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.Api;
import dev.berth.broker.Broker;
import dev.berth.directory.oidc.OpenId;
import dev.berth.service.Facts;
import dev.berth.slurm.Reconciler;
import dev.berth.wire.Fields;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * JSON of an answer is made when the lock of the site is given back. A method of the API that has a transaction, and what it calls there,
 * makes no JSON; what it returns as a {@code Supplier} is called afterwards, and it calls none itself.
 */
class AnswersTest {
    private static final List<Class<?>> MEMBERS =
            List.of(Api.class, Broker.class, Reconciler.class, OpenId.class, Facts.class, Fields.class);

    /** Classes whose methods are followed: those that answer, and those that make JSON for them. */
    private static final Pattern FOLLOWED =
            Pattern.compile("dev/berth/(api|broker/api|slurm/api|directory)/.*|dev/berth/(wire|service)/.*Json");

    /** An answer that is kept for a key is journaled with the change; a JSON merge patch is applied to what is there. */
    private static final Pattern MADE_BEFORE =
            Pattern.compile("dev/berth/api/(Repeats|accounts/(Account|Project)Json\\.patched).*");

    private static final Pattern MAKERS = Pattern.compile(
            "dev/berth/wire/Json\\.(object|array|bytes).*|com/fasterxml/jackson/databind/node/.*|java/util/function/Supplier\\.get.*");

    private static final String ADDS = "(Lcom/fasterxml/jackson/databind/node/ObjectNode;)V";

    private static final Map<String, Set<String>> CALLS = new HashMap<>();
    private static final Set<String> BEGINNINGS = new TreeSet<>();

    @BeforeAll
    static void readClasses() throws IOException, URISyntaxException {
        for (Class<?> member : MEMBERS) {
            Path place = Path.of(
                    member.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                readAll(place);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(place)) {
                    readAll(jar.getPath("/"));
                }
            }
        }
    }

    private static void readAll(Path root) throws IOException {
        List<Path> classes;
        try (Stream<Path> files = Files.walk(root)) {
            classes = files.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : classes) {
            new ClassReader(Files.readAllBytes(file)).accept(new Methods(), ClassReader.SKIP_DEBUG);
        }
    }

    private static boolean isFollowed(String method) {
        return FOLLOWED.matcher(method.substring(0, method.indexOf('.'))).matches()
                && !MADE_BEFORE.matcher(method).matches();
    }

    private static final class Methods extends ClassVisitor {
        private String owner = "";

        Methods() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            owner = name;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            String method = owner + "." + name + descriptor;
            if (isFollowed(method) && descriptor.contains("Ldev/berth/site/Transaction;")) {
                BEGINNINGS.add(method);
            }
            return new Calls(CALLS.computeIfAbsent(method, any -> new TreeSet<>()));
        }
    }

    private static final class Calls extends MethodVisitor {
        private final Set<String> calls;

        Calls(Set<String> calls) {
            super(Opcodes.ASM9);
            this.calls = calls;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            calls.add(owner + "." + name + descriptor);
        }

        /** A lambda is called where it is made, unless it is a supplier, or adds to JSON that it is given. */
        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            boolean isForLater = descriptor.endsWith(")Ljava/util/function/Supplier;")
                    || (arguments.length > 2 && arguments[2].toString().equals(ADDS));
            for (Object argument : arguments) {
                if (argument instanceof Handle handle && !isForLater) {
                    calls.add(handle.getOwner() + "." + handle.getName() + handle.getDesc());
                }
            }
        }
    }

    @Test
    void json_isMadeOutsideOfTransactions() {
        Map<String, String> wrong = new TreeMap<>();
        for (String beginning : BEGINNINGS) {
            Map<String, String> callers = new LinkedHashMap<>();
            Deque<String> open = new ArrayDeque<>(List.of(beginning));
            callers.put(beginning, "");
            while (!open.isEmpty()) {
                String method = open.pop();
                for (String called : CALLS.getOrDefault(method, Set.of())) {
                    if (MAKERS.matcher(called).matches()) {
                        wrong.putIfAbsent(method, trace(method, callers) + " calls " + called);
                    } else if (isFollowed(called) && callers.putIfAbsent(called, method) == null) {
                        open.push(called);
                    }
                }
            }
        }
        assertThat(BEGINNINGS).hasSizeGreaterThan(80);
        assertThat(wrong.values())
                .as("methods that make JSON within a transaction; return a Supplier of the answer instead")
                .isEmpty();
    }

    private static String trace(String method, Map<String, String> callers) {
        StringBuilder trace = new StringBuilder(method);
        for (String caller = callers.get(method); caller != null && !caller.isEmpty(); caller = callers.get(caller)) {
            trace.insert(0, caller + " > ");
        }
        return trace.toString();
    }
}
