package dev.berth.api.notices;

import dev.berth.service.notice.NoticeKind;
import dev.berth.wire.Fields;
import dev.berth.wire.Names;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the field {@code kinds}. */
final class KindList {
    private KindList() {}

    static Set<NoticeKind> read(Fields fields) {
        Set<NoticeKind> kinds = EnumSet.noneOf(NoticeKind.class);
        for (String name : fields.names("kinds", 20)) {
            Optional<NoticeKind> kind = Arrays.stream(NoticeKind.values())
                    .filter(each -> Names.of(each).equals(name))
                    .findFirst();
            if (kind.isEmpty()) {
                fields.fault(
                        "kinds",
                        "must be some of "
                                + NoticeKind.ALL.stream().map(Names::of).collect(Collectors.joining(", ")));
            }
            kind.ifPresent(kinds::add);
        }
        return kinds;
    }
}
