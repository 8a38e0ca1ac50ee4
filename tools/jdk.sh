# Sourced by ./berth, ./check and the tools: finds the JDK and Maven that Berth needs, or installs them. Needs root.

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
    for candidate in /usr/lib/jvm/* /opt/* "${HOME:-/root}"/.jdks/* "${HOME:-/root}"/.sdkman/candidates/java/* \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        version="$(jdk_version "$candidate")"
        if [[ -n "$version" ]] && ((version >= JDK_LEAST && version > newest)); then
            newest="$version"
            JDK="$candidate"
        fi
    done
    [[ -n "$JDK" ]]
}

# Finds a JDK, or installs one where that needs no question: as root on Debian and its kin. Else says what would.
require_jdk() {
    find_jdk && return
    local package=""
    if is_root_on_debian; then
        apt-get update -q >&2 || true
        package="$(newest_jdk_package)"
        [[ -n "$package" ]] && install_packages "$package" && find_jdk && return
    fi
    say_jdk_missing
    exit 3
}

is_root_on_debian() {
    command -v apt-get >/dev/null && [[ "$(id -u)" == 0 ]]
}

install_packages() {
    is_root_on_debian || return 1
    echo "Installing $* with apt-get..." >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >&2
}

# Nothing if the system has none that is new enough, as Debian 12.
newest_jdk_package() {
    apt-cache search --names-only '^openjdk-[0-9]+-jdk-headless$' 2>/dev/null | sed -E 's/^openjdk-([0-9]+)-.*/\1/' | sort -n |
        awk -v least="$JDK_LEAST" '$1 >= least { newest = $1 } END { if (newest) print "openjdk-" newest "-jdk-headless" }'
}

# The one command that installs a JDK here.
jdk_command() {
    local package="" system=linux processor=x64
    command -v apt-cache >/dev/null && package="$(newest_jdk_package)"
    if [[ -n "$package" ]]; then
        echo "sudo apt-get install -y $package"
    elif command -v dnf >/dev/null; then
        echo "sudo dnf install -y java-$JDK_LEAST-openjdk-devel"
    elif command -v brew >/dev/null; then
        echo "brew install openjdk@$JDK_LEAST"
    else
        [[ "$(uname -s)" == Darwin ]] && system=mac
        [[ "$(uname -m)" == aarch64 || "$(uname -m)" == arm64 ]] && processor=aarch64
        echo "mkdir -p ~/.jdks && curl -fsSL https://api.adoptium.net/v3/binary/latest/$JDK_LEAST/ga/$system/$processor/jdk/hotspot/normal/eclipse | tar xz -C ~/.jdks"
    fi
}

say_jdk_missing() {
    echo "Berth needs a JDK, version $JDK_LEAST or newer, and found none (JAVA_HOME is ${JAVA_HOME:-not set}). Install one with:" >&2
    echo "  $(jdk_command)" >&2
}

# Runs Maven: the one in the PATH, else the wrapper, which downloads it once.
maven() {
    if command -v mvn >/dev/null; then
        JAVA_HOME="$JDK" mvn "$@"
    else
        JAVA_HOME="$JDK" MVNW_REPOURL="${MVNW_REPOURL:-$(maven_mirror)}" "$root/mvnw" "$@"
    fi
}

# Sees to it that maven can run; the wrapper needs the network only once.
require_maven() {
    maven --version >/dev/null 2>&1 || { install_packages maven && maven --version >/dev/null; } || {
        echo "Berth is built with Maven, and $root/mvnw cannot download it. Install it with:" >&2
        echo "  sudo apt-get install -y maven (Debian), sudo dnf install -y maven (Fedora) or brew install maven (macOS)" >&2
        exit 3
    }
}

# The mirror of Maven Central that the user's settings name, for the wrapper does not look there.
maven_mirror() {
    local settings="${HOME:-/root}/.m2/settings.xml" text mirror
    [[ -r "$settings" ]] || return 0
    text="$(<"$settings")"
    while [[ "$text" == *"<!--"*"-->"* ]]; do
        text="${text%%<!--*}${text#*-->}"
    done
    while [[ "$text" == *"<mirror>"*"</mirror>"* ]]; do
        mirror="${text#*<mirror>}"
        text="${mirror#*</mirror>}"
        mirror="${mirror%%</mirror>*}"
        if [[ "$mirror" =~ \<mirrorOf\>[[:space:]]*([^\<[:space:]]*) ]]; then
            case ",${BASH_REMATCH[1]}," in
                *",*,"* | *",central,"* | *",external:*,"*)
                    [[ "$mirror" =~ \<url\>[[:space:]]*([^\<[:space:]]*) ]] && printf '%s' "${BASH_REMATCH[1]%/}"
                    return 0
                    ;;
            esac
        fi
    done
}

# The commit of the sources, with -dirty if they were changed since; nothing if that is not known, as in an archive of the sources.
source_commit() {
    git -C "$root" describe --always --dirty --abbrev=10 --exclude='*' 2>/dev/null || true
}

# Runs tools/dist if target/dist has nothing, or something older than the program that is built.
require_dist() {
    local made built
    # Where there is no such folder yet, nothing is found.
    made="$({ find "$root/target/dist" -maxdepth 1 -name 'berth-*.tar.gz' 2>/dev/null || true; } | head -n 1)"
    built="$({ find "$root/cli/target" -maxdepth 1 -name 'berth-cli-*.jar' 2>/dev/null || true; } | head -n 1)"
    [[ -n "$made" && -n "$built" && ! "$built" -nt "$made" ]] || "$root/tools/dist"
}
