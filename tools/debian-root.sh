# Sourced by tools that make a directory with a small Debian of another release, to run its programs beside those of this machine. Making
# one needs root, debootstrap and the network. Needs fail, which prints its arguments and ends the tool.

# The mirror that apt uses for the main archive of Debian.
debian_mirror() {
    local found
    found="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' 2>/dev/null | head -n 1)"
    [[ -n "$found" ]] || fail "apt names no mirror of Debian; run apt-get update, and check that its sources have Debian's main archive"
    echo "$found"
}

# Makes $directory.unfinished, a Debian of suite $1 with the packages that follow, or fails. Whoever calls it judges what is there and gives it
# its name with finish_debian_root; without that it is removed at the end.
make_debian_root() {
    local suite="$1" mirror log
    shift
    [[ "$(id -u)" == 0 ]] || fail "needs root, because it makes the devices and owners of a whole system"
    command -v debootstrap >/dev/null || apt-get install -q -y --no-install-recommends debootstrap >&2 ||
        fail "needs debootstrap; on Debian: apt-get install debootstrap"
    mirror="$(debian_mirror)"
    unfinished="$directory.unfinished"
    rm -rf "$unfinished"
    mkdir -p "$unfinished"
    trap 'rm -rf "$unfinished"' EXIT
    log="$(mktemp)"
    debootstrap --variant=minbase --merged-usr "$suite" "$unfinished" "$mirror" >"$log" 2>&1 ||
        { tail -n 20 "$log" >&2; fail "debootstrap of Debian $suite failed; its last lines are above"; }
    # No service of the packages starts: the tests start the daemons.
    printf '#!/bin/sh\nexit 101\n' >"$unfinished/usr/sbin/policy-rc.d"
    chmod 755 "$unfinished/usr/sbin/policy-rc.d"
    DEBIAN_FRONTEND=noninteractive LC_ALL=C chroot "$unfinished" apt-get install -q -y --no-install-recommends "$@" >"$log" 2>&1 ||
        { tail -n 20 "$log" >&2; fail "$* could not be installed; the last lines are above"; }
    chroot "$unfinished" apt-get clean
    rm -rf "$unfinished"/var/lib/apt/lists/* "$unfinished"/usr/share/{doc,man,locale} "$log"
}

finish_debian_root() {
    mv "$unfinished" "$directory"
    trap - EXIT
}
