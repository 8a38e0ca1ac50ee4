package dev.berth.service.notice;

import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;

/** Sends plain mails by SMTP. TLS is required where it is set, never given up because a server does not offer it. */
public final class Mailer {
    /** Timeout of a single answer of the server. */
    private static final String TIMEOUT_MILLIS = "10000";

    /** Timeout of a whole mail, however slowly the answers arrive. */
    private static final int WHOLE_MILLIS = 30_000;

    private static final int PERMANENT = 500;

    private final MailSettings settings;
    /** Whom to believe; empty for those that this machine believes. */
    private final Optional<SSLSocketFactory> trusted;

    private final int wholeMillis;

    public Mailer(MailSettings settings) {
        this(settings, Optional.empty(), WHOLE_MILLIS);
    }

    Mailer(MailSettings settings, Optional<SSLSocketFactory> trusted, int wholeMillis) {
        this.wholeMillis = wholeMillis;
        this.settings = settings;
        this.trusted = trusted;
    }

    /** The server will never take this mail. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1;

        Refused(String why, Throwable cause) {
            super(why, cause);
        }
    }

    /**
     * A mail.
     *
     * @param id unique; the same if it is sent again
     * @param unsubscribe the address that ends all mails; empty if there is none
     */
    record Mail(String to, String subject, String text, String id, Optional<String> unsubscribe) {}

    /** Returns once the server has taken it; {@link Refused} if it never will. */
    void send(Mail mail, long now) throws IOException {
        try (DeliveryDeadline deadline = new DeliveryDeadline(wholeMillis)) {
            try {
                send(mail, now, deadline);
            } catch (Refused e) {
                throw e;
            } catch (IOException e) {
                throw deadline.explained(e);
            }
        }
    }

    private void send(Mail mail, long now, DeliveryDeadline deadline) throws IOException {
        Session session = Session.getInstance(properties(deadline));
        try {
            MimeMessage message = message(session, mail, now);
            try (Transport transport = session.getTransport()) {
                if (settings.user().isPresent()) {
                    transport.connect(settings.user().get(), password());
                } else {
                    transport.connect();
                }
                transport.sendMessage(message, new Address[] {new InternetAddress(mail.to(), true)});
            }
        } catch (SendFailedException e) {
            int code = code(e);
            if (code >= PERMANENT) {
                throw new Refused("The mail server refused the mail with code " + code, e);
            }
            throw new IOException("The mail server did not accept the mail", e);
        } catch (MessagingException e) {
            throw new IOException("Cannot send mail through " + settings.host() + ":" + settings.port(), e);
        }
    }

    private static int code(Throwable failure) {
        int code = switch (failure) {
            case SMTPAddressFailedException e -> e.getReturnCode();
            case SMTPSendFailedException e -> e.getReturnCode();
            default -> 0;
        };
        Throwable next = failure instanceof MessagingException e ? e.getNextException() : null;
        return next == null ? code : Math.max(code, code(next));
    }

    private Properties properties(DeliveryDeadline deadline) {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "mail.transport.protocol",
                "smtp",
                "mail.smtp.host",
                settings.host(),
                "mail.smtp.port",
                Integer.toString(settings.port()),
                "mail.smtp.connectiontimeout",
                TIMEOUT_MILLIS,
                "mail.smtp.timeout",
                TIMEOUT_MILLIS,
                "mail.smtp.writetimeout",
                TIMEOUT_MILLIS,
                "mail.smtp.ssl.checkserveridentity",
                "true",
                "mail.smtp.auth",
                Boolean.toString(settings.user().isPresent())));
        properties.put("mail.smtp.socketFactory", new WatchedSockets(deadline));
        properties.put("mail.smtp.socketFactory.fallback", "false");
        trusted.ifPresent(factory -> properties.put("mail.smtp.ssl.socketFactory", factory));
        switch (settings.tls()) {
            case STARTTLS -> {
                properties.put("mail.smtp.starttls.enable", "true");
                properties.put("mail.smtp.starttls.required", "true");
            }
            case TLS -> properties.put("mail.smtp.ssl.enable", "true");
            case NONE -> {}
        }
        return properties;
    }

    private String password() throws IOException {
        return settings.passwordFile().isEmpty()
                ? ""
                : Files.readString(settings.passwordFile().get(), StandardCharsets.UTF_8)
                        .strip();
    }

    @SuppressWarnings("JavaUtilDate") // What the library takes.
    private MimeMessage message(Session session, Mail mail, long now) throws MessagingException {
        String id = "<" + mail.id() + ">";
        MimeMessage message = new MimeMessage(session) {
            @Override
            protected void updateMessageID() throws MessagingException {
                setHeader("Message-ID", id);
            }
        };
        message.setFrom(new InternetAddress(settings.from(), true));
        message.setRecipient(MimeMessage.RecipientType.TO, new InternetAddress(mail.to(), true));
        message.setSubject(oneLine(mail.subject()), "UTF-8");
        message.setText(mail.text(), "UTF-8");
        message.setSentDate(new Date(now));
        message.setHeader("Auto-Submitted", "auto-generated");
        if (mail.unsubscribe().isPresent()) {
            message.setHeader(
                    "List-Unsubscribe", "<" + oneLine(mail.unsubscribe().get()) + ">");
            message.setHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        }
        return message;
    }

    /** Names are chosen by users, and a line break would begin another header. */
    static String oneLine(String text) {
        return oneLine(text, 200);
    }

    static String oneLine(String text, int longest) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.length() <= longest ? line : line.substring(0, longest) + "...";
    }
}
