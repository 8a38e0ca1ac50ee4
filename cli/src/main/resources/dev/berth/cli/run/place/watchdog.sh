# Ends a command when its runner cannot: at the end of its time, or soon after the runner itself was killed. It is started
# before the command, so that there is no moment without it.
# Arguments: the mark of the command, the runner's process and when that began. Input, when the command is about to start: the
# end of its time (in hundredths of a second since this machine was booted, which no clock that jumps can change), the grace in
# hundredths of a second, and the directory of the control group of the command if it has one; none if the runner ends before.
# Further lines are directories of control groups that limit the command.
mark=$1 runner=$2 runner_born=$3
group= group_born= orphans= runner_session=
read -r end grace cgroup || exit 0
fence=$(cat)

# Sets fields to what is behind the name in /proc/PID/stat; the name may contain blanks and parentheses.
read_stat() {
    fields=
    IFS= read -r stat 2>/dev/null <"/proc/$1/stat" && fields=${stat##*) }
}

# Sets born to when a process began, in ticks since boot; empty if there is no such process.
born() {
    born=
    read_stat "$1" || return
    set -- $fields
    shift 19
    born=$1
}

# Sets left to the hundredths of a second until the end.
left() {
    read -r now _ </proc/uptime
    left=$((end - ${now%.*}${now#*.}))
}

# Sleeps for some hundredths of a second, and no longer than a second.
pause() {
    if [ "$1" -ge 100 ]; then
        sleep 1
    elif [ "$1" -gt 0 ]; then
        sleep "$(printf 0.%02d "$1")"
    fi
}

# The processes of the command, also those that have left its group, as daemons do: the mark is in their environment.
marked() {
    for file in $(grep -lsz -- "^BERTH_RUN=$mark\$" /proc/[0-9]*/environ); do
        file=${file#/proc/}
        echo "${file%/environ}"
    done
}

# Remembers the group of the command while one of its processes still has the mark.
find_group() {
    for process in $(marked); do
        read_stat "$process" || continue
        set -- $fields
        born "$3"
        [ -n "$born" ] && group=$3 group_born=$born && return
    done
}

# The processes in the control group of the command, which nobody leaves by hiding.
contained() {
    [ -z "$cgroup" ] || cat "$cgroup/cgroup.procs" 2>/dev/null
}

# Without a control group: remembers children of the runner that it has not started. They were left by a command, and what left them
# without the mark hides. Those that the runner has started are in its session, have a mark, or are watchdogs. When the runner dies they
# become children of init, and nobody could tell any more.
find_orphans() {
    [ -z "$cgroup" ] || return 0
    children=
    read -r children 2>/dev/null <"/proc/$runner/task/$runner/children"
    for child in $children; do
        case " $orphans " in *" $child:"*) continue ;; esac
        read_stat "$child" || continue
        set -- $fields
        [ "$4" = "$runner_session" ] && continue
        grep -qsz '^BERTH_RUN=' "/proc/$child/environ" && continue
        grep -qsz '^berth-watchdog$' "/proc/$child/cmdline" && continue
        born "$child"
        [ -n "$born" ] && orphans="$orphans $child:$born"
    done
}

# Those of them that live. Only after the death of the runner, which may have other commands: what hides may be theirs.
hidden() {
    for each in $orphans; do
        born "${each%:*}"
        [ "$born" = "${each#*:}" ] && echo "${each%:*}"
    done
}

# Whether something of the command may live.
is_left() {
    [ -n "$(marked)$(contained)$(hidden)" ] || { [ -n "$group" ] && kill -s 0 -- "-$group" 2>/dev/null; }
}

# The number of a group is not given away while a process of it lives; a leader of another age is another group.
send() {
    if [ -n "$cgroup" ] && [ "$1" = KILL ] && [ -e "$cgroup/cgroup.kill" ]; then
        echo 1 2>/dev/null >"$cgroup/cgroup.kill"
    fi
    if [ -n "$group" ]; then
        born "$group"
        [ -z "$born" ] || [ "$born" = "$group_born" ] && kill -s "$1" -- "-$group" 2>/dev/null
    fi
    for process in $(marked) $(contained); do
        kill -s "$1" "$process" 2>/dev/null
    done
    [ -n "$is_dead" ] || return 0
    # They begin sessions and so groups of their own, with all that they start.
    for process in $(hidden); do
        kill -s "$1" -- "-$process" 2>/dev/null || kill -s "$1" "$process" 2>/dev/null
    done
}

is_dead=
read_stat "$runner" && set -- $fields && runner_session=$4
# Where many commands start at the same moment, they go first; whatever happens until then is seen afterwards.
left
pause "$left"
while left && [ "$left" -gt 0 ]; do
    [ -n "$group" ] || find_group
    born "$runner"
    if [ "$born" != "$runner_born" ]; then
        is_dead=1
        send TERM
        [ "$grace" -lt "$left" ] && end=$((end - left + grace))
        while left && [ "$left" -gt 0 ] && is_left; do
            pause "$((left < 50 ? left : 50))"
        done
        break
    fi
    find_orphans
    pause "$left"
done
# Some may start others while they are looked for.
for again in 1 2 3 4 5; do
    send KILL
    [ -n "$(marked)$(contained)" ] || break
    pause 10
done
# Where the runner lives it does that itself, and is not disturbed by it.
[ -z "$cgroup" ] || rmdir "$cgroup" 2>/dev/null
printf '%s\n' "$fence" | while IFS= read -r each; do
    [ -z "$each" ] || rmdir "$each" 2>/dev/null
done
