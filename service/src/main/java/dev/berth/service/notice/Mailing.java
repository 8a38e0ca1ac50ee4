package dev.berth.service.notice;

import dev.berth.engine.model.PoolId;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Secrets;
import dev.berth.service.booking.PoolUnits;
import dev.berth.site.Site;
import java.io.IOException;
import java.net.URI;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sends the notices of one person as one mail, and the codes that confirm addresses. */
public final class Mailing {
    private final Site site;
    private final String name;
    private final Mailer mailer;
    private final SigningKey key;
    private final Optional<String> address;

    /**
     * Mails of a site.
     *
     * @param name of the site
     * @param address where people find it
     */
    public Mailing(Site site, String name, Mailer mailer, SigningKey key, Optional<URI> address) {
        this.site = site;
        this.name = name;
        this.mailer = mailer;
        this.key = key;
        this.address = address.map(URI::toString);
    }

    /** Mails of a site with these settings; empty if they name no server. */
    public static Optional<Mailing> of(
            Site site, String name, NoticeSettings settings, Optional<URI> address, SigningKey key) {
        return settings.mail().map(mail -> new Mailing(site, name, new Mailer(mail), key, address));
    }

    /** Mails the code for an address; only its hash is kept. */
    public void sendCode(String account, String to, String code) throws IOException {
        String text =
                "Somebody, probably you, asked the site %s to send notices about the reservations of %s here.\n\nCode: %s\n\nTo confirm this address within a day: berth notices confirm, followed by the code, or enter it under Notices on the page of the site. If you did not ask for this, ignore this mail: nothing else will be sent.\n"
                        .formatted(Mailer.oneLine(name), account, code);
        mailer.send(
                new Mailer.Mail(
                        to,
                        "[%s] Confirm your address".formatted(name),
                        text,
                        id(Secrets.random(12)),
                        Optional.empty()),
                site.clock().millis());
    }

    /** Sends what is still wanted of the notices of one person; the results leave out what is to be tried again. */
    List<OutboxFact.Result> send(String user, List<Delivery> deliveries) throws IOException {
        long now = site.clock().millis();
        Preference preference =
                site.read(view -> view.facts(Accounts.class).open(user).isEmpty()
                        ? Preference.usual(user)
                        : view.facts(Preferences.class).of(user));
        List<OutboxFact.Result> results = new ArrayList<>();
        List<Delivery> wanted = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            if (preference.wantsMail(delivery.notice().kind())
                    && !delivery.notice().isStale(now)) {
                wanted.add(delivery);
            } else {
                results.add(new OutboxFact.Result(delivery.key(), OutboxFact.Outcome.DROPPED, ""));
            }
        }
        if (!wanted.isEmpty()) {
            send(preference, wanted, now, results);
        }
        return results;
    }

    private void send(Preference preference, List<Delivery> wanted, long now, List<OutboxFact.Result> results)
            throws IOException {
        String to = preference.mail().orElseThrow();
        List<Notice> notices = wanted.stream().map(Delivery::notice).toList();
        MailText words = new MailText(
                name,
                address,
                ZoneId.of(preference.zone().orElse(ZoneId.systemDefault().getId())),
                pool -> site.read(view -> PoolUnits.of(view, new PoolId(pool))));
        String numbers = wanted.stream().map(each -> each.key().toString()).collect(Collectors.joining(" "));
        Mailer.Mail mail = new Mailer.Mail(
                to,
                words.subject(notices),
                words.text(notices),
                id(Secrets.hash(numbers).substring(0, 32)),
                address.map(base -> base + "/api/v1/notices/unsubscribe/" + key.unsubscribe(preference.account(), to)));
        OutboxFact.Outcome outcome = OutboxFact.Outcome.DELIVERED;
        String why = "";
        try {
            mailer.send(mail, now);
        } catch (Mailer.Refused e) {
            outcome = OutboxFact.Outcome.FAILED;
            why = String.valueOf(e.getMessage());
        }
        for (Delivery delivery : wanted) {
            results.add(new OutboxFact.Result(delivery.key(), outcome, why));
        }
    }

    private String id(String unique) {
        String host = address.map(base -> URI.create(base).getHost()).orElse("berth.invalid");
        return unique + "@" + host;
    }
}
