package dev.berth.service.settings;

import dev.berth.service.wire.Fields;
import org.jspecify.annotations.Nullable;

/**
 * How people are told about their reservations.
 *
 * @param privateNetworks whether webhooks may lead into private networks, and be without TLS
 */
public record NoticeSettings(boolean privateNetworks) {
    public static final NoticeSettings DEFAULT = new NoticeSettings(false);

    static NoticeSettings read(@Nullable Fields fields) {
        if (fields == null) {
            return DEFAULT;
        }
        boolean isPrivateAllowed = fields.flag("privateNetworks");
        fields.closed();
        return new NoticeSettings(isPrivateAllowed);
    }
}
