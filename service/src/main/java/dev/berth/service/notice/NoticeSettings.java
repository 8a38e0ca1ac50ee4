package dev.berth.service.notice;

import dev.berth.wire.Fields;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How people are told about their reservations.
 *
 * @param privateNetworks whether webhooks may lead into private networks, and be without TLS
 * @param mail the server that takes mails; empty if none are sent
 */
public record NoticeSettings(boolean privateNetworks, Optional<MailSettings> mail) {
    public static final NoticeSettings DEFAULT = new NoticeSettings(false, Optional.empty());

    public static NoticeSettings read(@Nullable Fields fields, @Nullable Path directory) {
        if (fields == null) {
            return DEFAULT;
        }
        boolean isPrivateAllowed = fields.flag("privateNetworks");
        Fields mail = fields.object("mail");
        Optional<MailSettings> mails =
                mail == null ? Optional.empty() : Optional.ofNullable(MailSettings.read(mail, directory));
        fields.closed();
        return new NoticeSettings(isPrivateAllowed, mails);
    }
}
