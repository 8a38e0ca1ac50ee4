# Sourced by ./berth and ./check: finds the JDK and Maven that Berth needs.

readonly JDK_LEAST=21

# The major version of the JDK in a directory; nothing if there is no whole JDK. Starts no Java.
jdk_version() {
    local line version
    [[ -x "$1/bin/java" && -x "$1/bin/javac" && -r "$1/release" ]] || return 0
    while IFS= read -r line || [[ -n "$line" ]]; do
        if [[ "$line" == JAVA_VERSION=* ]]; then
            version="${line#*=}"
            version="${version//\"/}"
            version="${version%%[!0-9]*}"
            printf '%s' "$version"
            return 0
        fi
    done <"$1/release"
}

# Where a file really is, through all links. (readlink -f is not everywhere.)
real_path() {
    local path="$1" link
    while [[ -L "$path" ]]; do
        link="$(readlink "$path")"
        if [[ "$link" == /* ]]; then
            path="$link"
        else
            path="$(dirname "$path")/$link"
        fi
    done
    printf '%s/%s' "$(cd -P "$(dirname "$path")" && pwd)" "$(basename "$path")"
}

# Sets JDK to the home of a JDK that is new enough: JAVA_HOME, else that of the java in the PATH, else the newest in
# the usual places. Fails if there is none.
find_jdk() {
    local candidate version newest=0 on_path
    JDK=""
    on_path="$(command -v java || true)"
    if [[ -n "$on_path" ]]; then
        on_path="$(real_path "$on_path")"
        on_path="${on_path%/bin/java}"
    fi
    for candidate in "${JAVA_HOME:-}" "$on_path"; do
        version="$(jdk_version "$candidate")"
        if [[ -n "$version" ]] && ((version >= JDK_LEAST)); then
            JDK="$candidate"
            return 0
        fi
    done
    for candidate in /usr/lib/jvm/* /opt/* "${HOME:-/root}"/.sdkman/candidates/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        version="$(jdk_version "$candidate")"
        if [[ -n "$version" ]] && ((version >= JDK_LEAST && version > newest)); then
            newest="$version"
            JDK="$candidate"
        fi
    done
    [[ -n "$JDK" ]]
}

have_maven() {
    command -v mvn >/dev/null
}

say_jdk_missing() {
    echo "No JDK $JDK_LEAST or newer found in JAVA_HOME (${JAVA_HOME:-not set}), in the PATH or in the usual places." >&2
    echo "Install one (Debian: apt-get install openjdk-21-jdk; others: https://adoptium.net), or set JAVA_HOME." >&2
}

say_maven_missing() {
    echo "No Maven found: there is no mvn in the PATH." >&2
    echo "Install it (Debian: apt-get install maven; macOS: brew install maven; others: https://maven.apache.org)." >&2
}
