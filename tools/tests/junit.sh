# Sourced by tools that run some test classes of what is built with other settings than ./check. Needs JDK and fail.

# Runs classes of a module in a JVM such as ./check starts: $1 is the module, then come options of Java and --select-class=CLASS.
run_classes() {
    local module="$1" options each java=() select=()
    shift
    for each in "$@"; do
        if [[ "$each" == --select-class=* ]]; then
            select+=("$each")
        else
            java+=("$each")
        fi
    done
    [[ -r "$module/target/test-class-path" && -r "$module/target/tests.properties" ]] ||
        fail "$module is not built; run ./check, or mvn -DskipTests package dependency:build-classpath antrun:run@record-tests -Dmdep.outputFile=target/test-class-path -Dmdep.includeScope=test"
    options="$(sed -n 's/^surefire\.argLine=//p; s/^argLine=//p' "$module/target/tests.properties" | sed 's/\\\([=:]\)/\1/g' | tr '\n' ' ')"
    # shellcheck disable=SC2086
    (cd "$module" && "$JDK/bin/java" $options ${java[@]+"${java[@]}"} -Dberth.sample=true -ea "-Dbasedir=$module" \
        -cp "$module/target/test-classes:$module/target/classes:$(cat "$module/target/test-class-path")" \
        org.junit.platform.console.ConsoleLauncher execute --disable-banner --disable-ansi-colors --details=summary "${select[@]}")
}
