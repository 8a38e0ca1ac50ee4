# Sourced by ./berth and by the berth of a package: starts Java. Needs JDK, the home of a Java; jdk, its major version; jar, that of
# the program; and client_classes and service_classes, where Java keeps what it has learnt about the classes of the user's commands
# and of the service.
# shellcheck disable=SC2154 # They are set by who sources this.

# SQLite's driver loads native code; Java warns of that unless it is allowed.
native=--enable-native-access=ALL-UNNAMED
# A command that is over in a moment is not worth a better compiler or collector.
client=("$native" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC)

# Has Java watch a service and its user in a new directory, and keep what it learns: commands start in a sixth of the time with it.
rehearse() {
    local output work="$1" classes
    rm -rf "$client_classes" "$service_classes" "$work"
    mkdir -p "$work"
    output="-XX:ArchiveClassesAtExit="
    ((jdk >= 25)) && output="-XX:AOTCacheOutput="
    nice "$JDK/bin/java" "$native" "$output$service_classes.new" -Xlog:disable -cp "$jar" dev.berth.cli.Rehearsal "$work" \
        "$JDK/bin/java" "${client[@]}" "$output$client_classes.new" -Xlog:disable -cp "$jar"
    for classes in "$client_classes" "$service_classes"; do
        [[ -f "$classes.new" ]] && mv "$classes.new" "$classes"
    done
    rm -rf "$work"
}

# Becomes the program, with these arguments.
launch() {
    local options classes
    case "${1:-} ${2:-}" in
        serve\ * | broker\ * | demo\ * | lab\ * | admit\ * | provision\ * | workflow\ plan | workflow\ compare)
            options=("$native")
            classes="$service_classes"
            ;;
        *)
            options=("${client[@]}")
            classes="$client_classes"
            ;;
    esac
    # Java leaves them alone if they are of another Java or another build.
    if [[ -f "$classes" ]]; then
        if ((jdk >= 25)); then
            options+=(-XX:AOTCache="$classes" "-Xlog:aot*=off" "-Xlog:cds*=off")
        else
            options+=(-XX:SharedArchiveFile="$classes" "-Xlog:cds*=off")
        fi
    fi
    # Java cannot tell whether standard error is a terminal, where a progress bar is welcome.
    [[ -t 2 ]] && options+=(-Dberth.terminal=true)
    # Nor how wide a terminal is; a timetable fills it.
    if [[ -t 1 && -z "${COLUMNS:-}" ]]; then
        COLUMNS="$(tput cols 2>/dev/null || echo 100)"
    fi
    [[ -t 1 ]] && export COLUMNS
    # Nobody's booking is to wait 80 ms while Java tidies up.
    [[ "${1:-}" == serve || "${1:-}" == broker || "${1:-}" == demo ]] && options+=(-XX:MaxGCPauseMillis=20)
    # Several options in one variable: to be split at the blanks.
    # shellcheck disable=SC2206
    options+=(${BERTH_JAVA_OPTS:-})
    # Where this program is, other hosts may have it as well.
    options+=(-Dberth.program="$self")
    exec "$JDK/bin/java" ${options[@]+"${options[@]}"} -cp "$jar${BERTH_CLASS_PATH:+:$BERTH_CLASS_PATH}" dev.berth.cli.Berth "$@"
}
