package dev.berth.service.http;

import dev.berth.engine.intake.Priority;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Role;
import dev.berth.service.booking.RecentOffers;
import dev.berth.service.provision.Searches;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.Headroom;
import dev.berth.service.site.Site;
import dev.berth.service.site.TrustedClock;
import dev.berth.service.workflow.SitePlanner;
import dev.berth.service.workflow.TaskReporting;
import dev.berth.service.workflow.Uploads;
import dev.berth.service.workflow.Workshop;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Puts the API together around a site. */
public final class Front implements AutoCloseable {
    private final Site site;
    private final Api api;
    private final News news;
    private final Listener listener;
    private final Headroom headroom;

    private Front(Site site, Api api, News news, SiteSettings settings, Headroom headroom) {
        this.headroom = headroom;
        this.site = site;
        this.api = api;
        this.news = news;
        this.listener = Listener.start(api, settings, news::close);
    }

    /** Listens for requests to a site that was opened with {@link dev.berth.service.Facts#keepers}. */
    public static Front open(Site site, SiteSettings settings) {
        TrustedClock clock = site.clock();
        // Before the news: whoever is woken by the end of a token finds that it has ended.
        Keys keys = Keys.of(site);
        News news = News.of(site);
        Figures figures = new Figures(site);
        site.listen(figures::committed);
        History history = new History(site);
        site.listen(history::committed);
        SiteSettings.Limits limits = settings.limits();
        SiteSettings.Shares shares = limits.shares();
        Office office = new Office(site, new RecentOffers(clock, shares.offersPerUser()), clock, history);
        Gate gate = new Gate(keys, clock, limits);
        Seats seats = new Seats(shares.streamsPerUser(), shares.streams());
        Uploads uploads = new Uploads(clock);
        SitePlanner planner = new SitePlanner(site, new Workshop("berth-planner", Workshop.Room.usual()));
        Searches searches = new Searches(
                new Workshop("berth-search", Workshop.Room.usual()),
                search -> news.say(ProvisionJson.remark(search, clock.millis())));
        List<Endpoint> endpoints = Stream.of(
                        new PoolsResource(office).endpoints(),
                        new OffersResource(office, limits.longestHold().toMillis()).endpoints(),
                        new ReservationsResource(office, usual(settings)).endpoints(),
                        new RequestsResource(office).endpoints(),
                        new ChangesResource(office).endpoints(),
                        new SeriesResource(office).endpoints(),
                        new WorkflowsResource(uploads, planner).endpoints(),
                        new PlanningResource(office, uploads, planner).endpoints(),
                        new PlansResource(office).endpoints(),
                        new TasksResource(office, new TaskReporting(site, planner)).endpoints(),
                        new SlotsResource(office).endpoints(),
                        new SearchesResource(site, uploads, searches).endpoints(),
                        new ProvisionsResource(office, searches).endpoints(),
                        new WhatIfResource(office).endpoints(),
                        new TimetableResource(office).endpoints(),
                        new EventsResource(news, office, gate, seats).endpoints(),
                        new CalendarResource(office, settings.name()).endpoints(),
                        new AccountsResource(office, keys).endpoints(),
                        new TokensResource(office, gate, keys, shares.tokensPerUser()).endpoints(),
                        new AuditResource(office).endpoints(),
                        new HistoryResource(office, history).endpoints(),
                        new ClockResource(office, clock).endpoints(),
                        new OperationResource(office, figures, settings.name(), clock).endpoints())
                .flatMap(List::stream)
                .toList();
        Headroom headroom = Headroom.watch();
        site.listen(headroom::committed);
        try {
            Api api = new Api(endpoints, gate, office, figures, headroom::isFull);
            return new Front(site, api, news, settings, headroom);
        } catch (RuntimeException e) {
            headroom.close();
            throw e;
        }
    }

    private static Priority usual(SiteSettings settings) {
        return settings.intake().map(SiteSettings.Intake::priority).orElse(SiteSettings.Intake.USUAL);
    }

    public int port() {
        return listener.port();
    }

    List<Endpoint> endpoints() {
        return api.endpoints();
    }

    /** Makes the account if there is none of that name, and a token that signs in once as it. */
    public String oneTimeToken(String account, Role role) {
        return site.write("site", transaction -> {
                    if (transaction.view().facts(Accounts.class).known(account).isEmpty()) {
                        transaction.record(Accounts.KIND, Account.of(account, role));
                        AuditLog.add(transaction, "add-account", account, "");
                    }
                    long lifetime = Duration.ofHours(1).toMillis();
                    return NewToken.make(transaction, account, "one-time sign-in", lifetime, true)
                            .secret();
                })
                .join();
    }

    /** Takes no more requests and finishes those that are under way. */
    @Override
    public void close() {
        news.close();
        listener.close();
        headroom.close();
    }
}
