package dev.berth.cli.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.service.notice.NoticeKind;
import dev.berth.wire.Names;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The shell does not load the service, so it lists the kinds once more. */
class KindsTest {
    @Test
    void the_shell_knows_every_kind_of_notice_of_the_service() {
        assertThat(Kinds.ALL)
                .containsExactlyElementsOf(
                        Stream.of(NoticeKind.values()).map(Names::of).toList());
    }
}
