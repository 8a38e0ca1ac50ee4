package dev.berth.cli;

import dev.berth.cli.account.AccountCommand;
import dev.berth.cli.admit.Admit;
import dev.berth.cli.adopt.AdoptCommand;
import dev.berth.cli.clock.ClockCommand;
import dev.berth.cli.cluster.ClusterCommand;
import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;
import dev.berth.cli.deal.DealsCommand;
import dev.berth.cli.demo.Demo;
import dev.berth.cli.guard.Guard;
import dev.berth.cli.instance.InstancesCommand;
import dev.berth.cli.intake.IntakeCommand;
import dev.berth.cli.lab.Lab;
import dev.berth.cli.notice.CalendarCommand;
import dev.berth.cli.notice.NoticesCommand;
import dev.berth.cli.notice.WebhookCommand;
import dev.berth.cli.policy.PolicyCommand;
import dev.berth.cli.pool.DrainCommand;
import dev.berth.cli.pool.Fail;
import dev.berth.cli.pool.PoolsCommand;
import dev.berth.cli.pool.Status;
import dev.berth.cli.pool.Timetable;
import dev.berth.cli.pool.Undrain;
import dev.berth.cli.project.ProjectCommand;
import dev.berth.cli.provision.ProvisionCommand;
import dev.berth.cli.provision.Slots;
import dev.berth.cli.remote.Login;
import dev.berth.cli.remote.Logout;
import dev.berth.cli.report.ReportCommand;
import dev.berth.cli.reservation.AcceptAsk;
import dev.berth.cli.reservation.AskCommand;
import dev.berth.cli.reservation.BookCommand;
import dev.berth.cli.reservation.Cancel;
import dev.berth.cli.reservation.Change;
import dev.berth.cli.reservation.Confirm;
import dev.berth.cli.reservation.DeclineAsk;
import dev.berth.cli.reservation.Finish;
import dev.berth.cli.reservation.GiveCommand;
import dev.berth.cli.reservation.KeepCommand;
import dev.berth.cli.reservation.OffersCommand;
import dev.berth.cli.reservation.Overrun;
import dev.berth.cli.reservation.Requests;
import dev.berth.cli.reservation.Reservations;
import dev.berth.cli.reservation.SeriesCommand;
import dev.berth.cli.reservation.ShareCommand;
import dev.berth.cli.reservation.Show;
import dev.berth.cli.reservation.WaitingList;
import dev.berth.cli.reservation.WhatIf;
import dev.berth.cli.run.LogsCommand;
import dev.berth.cli.run.RelayCommand;
import dev.berth.cli.run.RunCommand;
import dev.berth.cli.run.RunsCommand;
import dev.berth.cli.run.Stop;
import dev.berth.cli.serve.Backup;
import dev.berth.cli.serve.JournalCommand;
import dev.berth.cli.serve.Restore;
import dev.berth.cli.serve.Serve;
import dev.berth.cli.watch.WatchCommand;
import dev.berth.cli.workflow.WorkflowCommand;

/** All commands by name, with the line that stands for each in {@code berth --help}. */
final class AllCommands {
    private AllCommands() {}

    static Commands of(Environment environment) {
        return new Commands("berth", "Reserves compute servers ahead of time")
                .heading("Start")
                .add("demo", "Starts a demo site on this machine", () -> new Demo(environment))
                .add("login", "Signs in to a service", () -> new Login(environment))
                .add("logout", "Signs out of a service", () -> new Logout(environment))
                .heading("Reserve")
                .add(
                        "offers",
                        "Shows what could be reserved, without reserving it",
                        () -> new OffersCommand(environment))
                .add("book", "Makes a reservation", () -> new BookCommand(environment))
                .add("run", "Runs a command on reserved servers", () -> new RunCommand(environment))
                .add("runs", "Lists the commands that run for you", () -> new RunsCommand(environment))
                .add("logs", "Prints the output of a command left running", () -> new LogsCommand(environment))
                .add("stop", "Stops a command left running", () -> new Stop(environment))
                .add("adopt", "Reserves the cards of processes that run already", () -> new AdoptCommand(environment))
                .add("confirm", "Confirms a held offer", () -> new Confirm(environment))
                .add("change", "Changes a reservation", () -> new Change(environment))
                .add("cancel", "Cancels a reservation", () -> new Cancel(environment))
                .add("share", "Shares a reservation with guests", () -> new ShareCommand(environment))
                .add("give", "Hands a reservation over to another user", () -> new GiveCommand(environment))
                .add("keep", "Keeps a reservation that is idle", () -> new KeepCommand(environment))
                .add("finish", "Ends a running reservation early", () -> new Finish(environment))
                .add("accept", "Accepts an ask for flexibility", () -> new AcceptAsk(environment))
                .add("decline", "Declines an ask for flexibility, or what came free", () -> new DeclineAsk(environment))
                .add("series", SeriesCommand.commands(environment))
                .add("overrun", "Asks for more time for a running reservation", () -> new Overrun(environment))
                .add("deals", DealsCommand.commands(environment))
                .heading("Look")
                .add("status", "Shows who is at work now, and what is free", () -> new Status(environment))
                .add("list", "Lists reservations", () -> new Reservations(environment))
                .add("show", "Shows one reservation", () -> new Show(environment))
                .add("requests", "Lists queued requests, and asks for flexibility", () -> new Requests(environment))
                .add("waiting", "Lists what waits for time to come free", () -> new WaitingList(environment))
                .add("timetable", "Draws who has which servers when", () -> new Timetable(environment))
                .add("pools", PoolsCommand.commands(environment))
                .add("slots", "Lists free servers and their prices", () -> new Slots(environment))
                .add("whatif", "Simulates a list of commands", () -> new WhatIf(environment))
                .heading("Be told")
                .add("watch", "Prints what happens to your reservations", () -> new WatchCommand(environment))
                .add("notices", NoticesCommand.commands(environment))
                .add("webhook", WebhookCommand.commands(environment))
                .add("calendar", CalendarCommand.commands(environment))
                .heading("Operate a site")
                .add("serve", "Runs the service of a site", () -> Serve.site(environment))
                .add("broker", "Runs a broker, which books at several sites", () -> Serve.broker(environment))
                .add("account", AccountCommand.commands(environment))
                .add("project", ProjectCommand.commands(environment))
                .add("report", ReportCommand.commands(environment))
                .add("drain", "Takes servers out of service", () -> new DrainCommand(environment))
                .add("fail", "Marks servers as failed", () -> new Fail(environment))
                .add("undrain", "Puts servers back into service", () -> new Undrain(environment))
                .add("ask", "Asks an owner for flexibility, at a discount", () -> new AskCommand(environment))
                .add("guard", "Watches who uses this machine without a reservation", () -> new Guard(environment))
                .add("cluster", ClusterCommand.commands(environment))
                .add("instances", InstancesCommand.commands(environment))
                .formerly("servers", InstancesCommand.formerly(environment))
                .add("clock", ClockCommand.commands(environment))
                .add("policy", PolicyCommand.commands(environment))
                .add("backup", "Copies the data of a site into one file", () -> new Backup(environment))
                .add("restore", "Restores a site from a backup", () -> new Restore(environment))
                .add("journal", JournalCommand.commands(environment))
                .heading("Plan and research")
                .add("workflow", WorkflowCommand.commands(environment))
                .add("provision", "Finds cheap and fast plans for a workflow", () -> new ProvisionCommand(environment))
                .add("intake", IntakeCommand.commands(environment.streams()))
                .add("admit", "Decides a file of jobs", () -> new Admit(environment.streams()))
                .add("lab", Lab.commands(environment))
                .heading("Other")
                .add("completion", "Prints a completion script for bash and zsh", () -> new Completion(environment))
                .add("relay", "Runs a command for berth run on another host", () -> new RelayCommand(environment))
                .add("man", "Writes the manual pages of all commands", () -> new Man(environment))
                .variable(
                        "BERTH_URL",
                        "Address of the service, instead of that of berth login; several servers of it are separated by"
                                + " commas")
                .variable("BERTH_TOKEN", "Token for the service, instead of that of berth login")
                .variable("BERTH_CA", "PEM file with the only certificates to trust")
                .variable(
                        "BERTH_WAIT",
                        "How long a command waits for a service that cannot be reached; 0s turns waiting off. Default:"
                                + " 15s")
                .variable(
                        "BERTH_SSH",
                        "How berth run reaches other hosts, such as \"ssh -F FILE\"; none: run commands on this"
                                + " machine only. Default: ssh")
                .variable("BERTH_REMOTE", "Path of berth on other hosts. Default: berth on the PATH there")
                .variable("BERTH_JAVA_OPTS", "Options for Java, such as -Xmx4g");
    }
}
