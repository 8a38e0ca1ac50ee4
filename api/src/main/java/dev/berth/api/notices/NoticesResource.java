package dev.berth.api.notices;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.Gate;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Role;
import dev.berth.service.account.Secrets;
import dev.berth.service.ask.AskFact;
import dev.berth.service.ask.Asks;
import dev.berth.service.notice.MailSettings;
import dev.berth.service.notice.Mailing;
import dev.berth.service.notice.NoticeChoices;
import dev.berth.service.notice.NoticeKind;
import dev.berth.service.notice.Preference;
import dev.berth.service.notice.Preferences;
import dev.berth.service.notice.SigningKey;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /notices}: what one is told by mail. */
public final class NoticesResource {
    private static final Logger LOG = LoggerFactory.getLogger(NoticesResource.class);
    private static final String FORM = "application/x-www-form-urlencoded";

    private final SiteAccess access;
    private final Gate gate;
    private final SigningKey key;
    private final Optional<Mailing> mailing;

    /** @param mailing empty if the site sends no mails */
    public NoticesResource(SiteAccess access, Gate gate, SigningKey key, Optional<Mailing> mailing) {
        this.access = access;
        this.gate = gate;
        this.key = key;
        this.mailing = mailing;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/notices", Role.VIEWER, this::show),
                new Endpoint("PATCH", "/notices", Role.VIEWER, this::change),
                new Endpoint("POST", "/notices/confirm", Role.VIEWER, this::confirm),
                new Endpoint("POST", "/notices/unsubscribe/{secret}", null, this::unsubscribe)
                        .taking(List.of(FORM, Answer.JSON), 0)
                        .alsoWhenFull());
    }

    private Answer show(Call call) {
        return access.read(view -> answer(view, call.account().name()).get());
    }

    /** Changes of a preference; null for fields that stay. */
    private record Change(
            @Nullable String mail,
            @Nullable Set<NoticeKind> kinds,
            @Nullable Long startLead,
            @Nullable Long endLead,
            @Nullable String zone) {
        Preference of(Preference known) {
            Preference changed = known.withLeads(
                    startLead == null ? known.startLead() : startLead, endLead == null ? known.endLead() : endLead);
            if (kinds != null) {
                changed = changed.withKinds(kinds);
            }
            if (zone != null) {
                changed = changed.withZone(zone.isEmpty() ? Optional.empty() : Optional.of(zone));
            }
            return mail != null && mail.isEmpty() ? changed.withMail(Optional.empty()) : changed;
        }
    }

    private Answer change(Call call) {
        Fields fields = call.body();
        String mail = fields.parsed(
                "mail",
                "must be an address such as ana@example.org, or empty to remove it",
                text -> text.isEmpty() ? text : MailSettings.checked(text));
        Set<NoticeKind> kinds = fields.has("kinds") ? KindList.read(fields) : null;
        Long start = lead(fields, "startLead");
        Long end = lead(fields, "endLead");
        String zone = fields.parsed(
                "zone",
                "must be a time zone such as Europe/Berlin, or empty for that of the site",
                text -> text.isEmpty() ? text : ZoneId.of(text).getId());
        Optional<Boolean> asks = fields.has("asks") ? Optional.of(fields.flag("asks")) : Optional.empty();
        fields.closed().check();
        Change change = new Change(mail, kinds, start, end, zone);
        String account = call.account().name();
        String code = Secrets.random(9);
        Optional<String> address = Optional.ofNullable(mail).filter(text -> !text.isEmpty());
        if (address.isPresent()) {
            call.checkMakes("an address for mails");
        }
        address.ifPresent(to -> sendCode(account, to, code));
        return access.writeEachTime(call, transaction -> {
            NoticeChoices.set(
                    transaction,
                    change.of(transaction.view().facts(Preferences.class).of(account)));
            address.ifPresent(to -> NoticeChoices.expect(transaction, account, to, code));
            asks.ifPresent(asked -> transaction.record(Asks.KIND, new AskFact.Choice(account, asked)));
            return answer(transaction.view(), account);
        });
    }

    private static @Nullable Long lead(Fields fields, String name) {
        Long lead = fields.positiveDuration(name);
        if (lead != null && lead > Preference.LONGEST_LEAD) {
            fields.fault(name, "must be at most P7D");
        }
        return lead;
    }

    /** Right away, so that who asks learns whether it was sent; limited, so that nobody is flooded with codes. */
    private void sendCode(String account, String mail, String code) {
        Mailing sender = mailing.orElseThrow(() -> Problem.of(
                        Code.NO_MAIL, "This site sends no mails; ask an operator to set notices.mail in site.yaml")
                .toException());
        gate.countMail(account, mail);
        try {
            sender.sendCode(account, mail, code);
        } catch (IOException e) {
            LOG.atWarn().addKeyValue("user", account).setCause(e).log("Mail with a code not sent");
            throw Problem.of(Code.NO_MAIL, "The mail to " + mail + " could not be sent: " + e.getMessage())
                    .toException();
        }
    }

    private Answer confirm(Call call) {
        call.checkMakes("an address for mails");
        Fields fields = call.body();
        String code = fields.requiredText("code", 100);
        fields.closed().check();
        return access.writeEachTime(call, transaction -> {
            Preference confirmed =
                    NoticeChoices.confirm(transaction, call.account().name(), code);
            return answer(transaction.view(), confirmed.account());
        });
    }

    private Answer unsubscribe(Call call) {
        String secret = call.variable("secret");
        Optional<String> account = access.read(view -> SigningKey.account(secret)
                .filter(name -> view.facts(Preferences.class)
                        .of(name)
                        .mail()
                        .filter(mail -> key.unsubscribes(name, mail, secret))
                        .isPresent()));
        if (account.isEmpty()) {
            gate.attempt(call.address(), "");
            throw Problem.of(Code.NOT_FOUND, "This link does not exist or is no longer used")
                    .toException();
        }
        return access.writeEachTime(call, transaction -> {
            NoticeChoices.unsubscribe(transaction, account.get());
            return Answer::nothing;
        });
    }

    private Supplier<Answer> answer(View view, String account) {
        Supplier<ObjectNode> found = found(view, account, mailing.isPresent());
        return () -> Answer.ok(found.get());
    }

    /** Looks up the choices of an account; their JSON is made without the site. */
    static Supplier<ObjectNode> found(View view, String account, boolean canMail) {
        Preference preference = view.facts(Preferences.class).of(account);
        boolean mayAsk = view.facts(Asks.class).mayAsk(account);
        return () -> json(preference, canMail).put("asks", mayAsk);
    }

    private static ObjectNode json(Preference preference, boolean canMail) {
        ObjectNode node = Json.object().put("canMail", canMail);
        preference.mail().ifPresent(mail -> node.put("mail", mail));
        preference.pending().ifPresent(pending -> node.put("unconfirmed", pending.address()));
        ArrayNode kinds = node.putArray("kinds");
        preference.kinds().forEach(kind -> kinds.add(Names.of(kind)));
        preference.zone().ifPresent(zone -> node.put("zone", zone));
        return node.put("startLead", Times.duration(preference.startLead()))
                .put("endLead", Times.duration(preference.endLead()));
    }
}
