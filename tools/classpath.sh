# Sourced by tools/soak and tools/fuzz: builds what they run.

# Sets CLASS_PATH to all classes of Berth, those of the engine's tests, and what they need. Needs root and JDK.
test_class_path() {
    require_maven
    echo "Building Berth and its soak..." >&2
    local libraries="$root/soak/target/libraries"
    (cd "$root" && maven -q -B -DskipTests -pl soak -am test-compile \
        dependency:build-classpath -Dmdep.outputFile=target/libraries -Dmdep.includeScope=test) >&2
    CLASS_PATH="$root/soak/target/classes:$root/engine/target/test-classes:$(cat "$libraries")"
}
