"""A real hub, its proxy, notebook servers and a service of Berth: python3 -m unittest discover -s python/hub_tests, as root or not."""

import datetime
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest

from browser import Browser
from classroom import HERE, Hub, Site, Student, awaited, berth_jupyterhub, intruders, runners, running_servers


def later(minutes):
    when = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class HubTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory(prefix="berth-hub-", ignore_cleanup_errors=True)
        cls.site = Site(cls.directory.name)
        cls.addClassCleanup(cls.directory.cleanup)
        cls.addClassCleanup(cls.site.kill)
        cls.site.start()
        cls.hub = Hub(cls.directory.name, cls.site)
        cls.addClassCleanup(cls.hub.stop)
        cls.hub.start()
        cls.addClassCleanup(cls.end_servers)

    @classmethod
    def end_servers(cls):
        for pid, *_ in running_servers(cls.hub):
            os.kill(pid, signal.SIGTERM)

    def student(self, name):
        self.site.add_account(name)
        student = Student(self.hub, name).sign_in()
        self.addCleanup(student.stop)
        return student

    def own(self, student, **query):
        return self.site.reservations(user=student.name, **query)

    def started(self, student, **choice):
        student.start(**choice)
        events = student.events(lambda event: event.get("ready") or event.get("failed"))
        self.assertTrue(events[-1].get("ready"), events)
        self.assertTrue(student.works())
        return next(each for each in self.own(student) if each.get("run", {}).get("state") == "running")

    def stopped(self, student):
        student.stop()
        awaited("the server to stop", lambda: not student.state().get("servers"))

    def all_cards(self, minutes, cards=10):
        job = {"name": "all", "stay": f"PT{minutes}M", "parts": {"gpu": cards}, "deadline": later(minutes + 60)}
        booked = self.site.admin.call("POST", "/reservations", job)
        self.addCleanup(self.cancel, booked["id"])
        # What another test left would be in the way.
        self.assertLess(booked["start"], later(1))
        return booked

    def cancel(self, number):
        try:
            self.site.admin.call("DELETE", "/reservations/" + number)
        except berth_jupyterhub.Refusal:
            pass

    def test_aServerRunsInAReservation_andAStopGivesTheTimeBack(self):
        ana = self.student("ana")
        form = ana.form()[1]
        self.assertRegex(form, r"One card \(free now\)")
        self.assertIn('value="new" checked', form)
        self.assertIn("<td>cpu</td><td>4</td><td>now</td>", form)

        reservation = self.started(ana, minutes=60)

        self.assertEqual(("notebook", {"gpu": 1}), (reservation["name"], reservation["parts"]))
        self.assertEqual([("ana", reservation["id"])], [each[1:3] for each in running_servers(self.hub) if each[1] == "ana"])
        self.assertEqual([], intruders(self.site, self.hub))
        self.assertIn("berth/panel.js", ana.server("tree")[1])
        panel = ana.panel()[1]
        self.assertEqual(reservation["id"], panel["reservation"])
        self.assertTrue(3000 < panel["left"] <= 3600, panel)
        # A notebook has no token of Berth, neither the hub's nor its user's.
        with open(f"/proc/{running_servers(self.hub)[0][0]}/environ", "rb") as file:
            self.assertNotIn(b"BERTH_TOKEN", file.read())

        self.stopped(ana)
        self.assertEqual("finished-early", self.site.reservation(reservation["id"])["state"])
        self.assertEqual([], [each for each in running_servers(self.hub) if each[1] == "ana"])

    def test_whileNothingIsFree_thePageHasThePromisedTime_andTheStartIsEarlyIfThatComesFree(self):
        full = self.all_cards(30)
        ben = self.student("ben")
        self.assertRegex(ben.form()[1], r"One card \(free at ")
        ben.start()
        event = ben.events(lambda event: "at the latest" in event.get("message", "") or event.get("failed"))[-1]
        promised = berth_jupyterhub.shown(berth_jupyterhub.instant(full["end"]))
        self.assertIn(promised, event["message"])
        self.assertEqual([], [each for each in running_servers(self.hub) if each[1] == "ben"])
        self.cancel(full["id"])
        awaited("the server to start early", ben.is_ready)
        self.assertTrue(ben.works())
        self.stopped(ben)

    def test_whoGivesUpWaiting_givesTheReservationBack(self):
        self.all_cards(30)
        cleo = self.student("cleo")
        cleo.start()
        cleo.events(lambda event: "berth/give-up/" in event.get("html_message", ""))
        page = cleo.send("/hub/berth/give-up/")[1]
        token = re.search(r'name="_xsrf" value="([^"]*)"', page).group(1)
        self.assertEqual(403, cleo.send("/hub/berth/give-up/", form={"_xsrf": "wrong"})[0])
        cleo.send("/hub/berth/give-up/", form={"_xsrf": token})
        awaited("the reservation to be cancelled", lambda: not self.own(cleo))
        self.assertEqual(["cancelled"], [each["state"] for each in self.own(cleo, ended="true")])

    def test_anOwnReservationIsUsed_extendAsksTheBook_andSaysWhoIsNext(self):
        dora = self.student("dora")
        lesson = self.site.admin.call(
            "POST", "/reservations", {"name": "lesson", "user": "dora", "stay": "PT10M", "parts": {"gpu": 1}, "deadline": later(11)}
        )["id"]
        self.addCleanup(self.cancel, lesson)
        self.assertIn(f'value="{lesson}" checked', awaited("the lesson to begin", lambda: self.begun(dora, lesson)))
        self.assertEqual(lesson, self.started(dora, reservation=lesson)["id"])

        status, panel = dora.panel(minutes=30)
        self.assertEqual((200, True), (status, panel["left"] > 1800), panel)
        following = self.site.admin.call(
            "POST",
            "/reservations",
            {"name": "next", "stay": "PT10M", "parts": {"gpu": 10}, "ready": self.site.reservation(lesson)["end"], "deadline": later(90)},
        )
        self.addCleanup(self.cancel, following["id"])
        status, panel = dora.panel(minutes=30)
        self.assertEqual(409, status, panel)
        for each in ("admin", following["id"], berth_jupyterhub.shown(berth_jupyterhub.instant(following["start"]))):
            self.assertIn(each, panel["message"])

        self.stopped(dora)
        # It was not booked for this server, and nobody asked to give it back.
        self.assertEqual("running", self.site.reservation(lesson)["state"])

    def begun(self, student, number):
        form = student.form()[1]
        return form if self.site.reservation(number)["state"] == "running" and f'value="{number}" checked' in form else ""

    def test_ifHubServiceOrRunnerIsKilled_nobodyLosesASlot_andNobodyRunsWithout(self):
        emil = self.student("emil")
        fay = self.student("fay")
        reservation = self.started(emil, minutes=60)["id"]
        full = self.all_cards(30, cards=9)
        fay.start()
        fay.events(lambda event: "at the latest" in event.get("message", ""))
        promised = self.own(fay)[0]["id"]
        server = running_servers(self.hub)

        self.hub.kill()
        self.assertEqual(server, running_servers(self.hub))
        self.hub.start()
        awaited("the hub to find the server again", emil.is_ready)
        self.assertTrue(emil.works())
        self.assertEqual((200, reservation), (emil.panel()[0], emil.panel()[1].get("reservation")), emil.panel())
        self.assertEqual("waiting", self.site.reservation(promised)["state"])

        self.site.kill()
        self.assertTrue(emil.works())
        self.assertEqual(server, running_servers(self.hub))
        self.site.start()
        awaited("the panel to ask the service again", lambda: emil.panel()[0] == 200)

        self.cancel(full["id"])
        # The page of the hub that died is gone; a new start takes what was promised.
        fay.start(reservation="")
        awaited("the server that waited", fay.is_ready)
        self.assertEqual([promised], [each["id"] for each in self.own(fay)])

        pid = next(each[0] for each in server if each[1] == "emil")
        os.kill(runners(self.hub, reservation)[0], signal.SIGKILL)
        awaited("the server to end with its runner", lambda: not os.path.exists(f"/proc/{pid}"))
        awaited("the hub to see it", lambda: not emil.is_ready() and not emil.state().get("pending"))
        awaited("the service to hear of it", lambda: self.site.reservation(reservation)["run"]["state"] != "running")
        self.assertEqual("running", self.site.reservation(reservation)["state"])
        self.assertEqual(reservation, self.started(emil, reservation="")["id"])
        self.assertEqual([], intruders(self.site, self.hub))
        self.stopped(emil)
        self.stopped(fay)
        self.assertEqual([], self.own(emil) + self.own(fay))

    def test_ifAServerEndsWhileTheHubIsDown_andAnotherDoesNotAnswer_theHubSeesIt(self):
        hanna = self.student("hanna")
        iris = self.student("iris")
        reservation = self.started(hanna, minutes=60)["id"]
        self.started(iris, minutes=60)
        pids = {each[1]: each[0] for each in running_servers(self.hub)}
        self.hub.kill()
        # A hub that starts waits for its answer, and serves pages meanwhile.
        os.kill(pids["iris"], signal.SIGSTOP)
        self.addCleanup(self.signal, pids["iris"], signal.SIGCONT)
        os.kill(runners(self.hub, reservation)[0], signal.SIGKILL)
        awaited("the server to end with its runner", lambda: not os.path.exists(f"/proc/{pids['hanna']}"))
        self.hub.start()
        self.assertNotEqual(0, hanna.send("/hub/home")[0])
        awaited("the hub to see that it is gone", lambda: hanna.state().get("servers") == {})
        self.assertEqual(reservation, self.started(hanna, reservation="")["id"])

        self.signal(pids["iris"], signal.SIGCONT)
        awaited("the other server to answer", lambda: iris.is_ready() and iris.works())
        self.assertEqual([], intruders(self.site, self.hub))
        self.stopped(hanna)
        self.stopped(iris)

    def signal(self, pid, number):
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass

    def test_inABrowser_theFormTheWaitingPageAndThePanelWork(self):
        """Leaves pictures of all three where BERTH_PICTURES says."""
        self.site.add_account("gina")
        pictures = os.environ.get("BERTH_PICTURES", self.directory.name)
        full = self.all_cards(30)
        lesson = self.site.admin.call(
            "POST",
            "/reservations",
            {"name": "lesson", "user": "gina", "stay": "PT90M", "parts": {"gpu": 1}, "ready": later(180), "deadline": later(270)},
        )
        self.addCleanup(self.cancel, lesson["id"])
        browser = Browser()
        self.addCleanup(browser.close)
        browser.open(self.hub.url + "/hub/login")
        browser.type("#username_input", "gina")
        browser.type("#password_input", "any")
        browser.click("#login_submit")
        browser.open(self.hub.url + "/hub/spawn/gina")
        awaited("the form", lambda: browser.find("#berth-size"))
        self.assertIn(lesson["id"], browser.text("#berth-form"))
        browser.resize(1000, 920)
        browser.picture(os.path.join(pictures, "jupyterhub-form.png"))

        # A button since JupyterHub 5, an input before.
        browser.click('#spawn_form [type="submit"]')
        browser.resize(1000, 560)
        promised = berth_jupyterhub.shown(berth_jupyterhub.instant(full["end"]))
        awaited("the promised time", lambda: promised in browser.text("#progress-message"))
        browser.picture(os.path.join(pictures, "jupyterhub-waiting.png"))

        self.cancel(full["id"])
        awaited("the panel", lambda: "left" in browser.text("#berth-panel"))
        # The reservation has 10 minutes, and the panel warns in the last 10.
        awaited("the warning", lambda: "stops at" in browser.text('#berth-panel [role="alert"]'))
        awaited("the list of notebooks", lambda: "empty" in browser.text("#notebook_list"))
        browser.picture(os.path.join(pictures, "jupyterhub-panel.png"))
        browser.click("#berth-panel select option:first-child")
        browser.click("#berth-panel button")
        awaited("the extension", lambda: "Extended by 30 min" in browser.text("#berth-panel"))
        self.stopped(Student(self.hub, "gina").sign_in())

    def test_aCourseIsBookedIfThereIsRoomForAll(self):
        students = [f"student{i}" for i in range(3)]
        for each in [*students, "teacher"]:
            self.site.add_account(each)
        self.site.admin.call("POST", "/projects", {"name": "biology", "members": students})
        self.site.admin.call("PUT", "/projects/biology/staff/teacher")
        token = self.site.admin.call("POST", "/tokens", {"account": "teacher", "lifetime": "P1D", "scope": "book"})["token"]
        start = datetime.datetime.now().astimezone() + datetime.timedelta(hours=2)

        def book(*size):
            command = [sys.executable, "-B", "-m", "berth_jupyterhub", "lesson", "--project", "biology", "--minutes", "90", *size]
            return subprocess.run(
                [*command, "--start", start.isoformat(timespec="minutes")],
                env=dict(os.environ, PYTHONPATH=os.path.dirname(HERE), BERTH_URL=self.site.url, BERTH_TOKEN=token),
                capture_output=True,
                text=True,
            )

        refused = book("--gpus", "4")
        self.assertEqual(1, refused.returncode, refused.stderr)
        self.assertIn("student2", refused.stderr)
        self.assertEqual([], [each for name in students for each in self.site.reservations(user=name)])
        for _ in range(2):
            booked = book("--gpu-share", "0.333")
            self.assertEqual((0, 3), (booked.returncode, len(booked.stdout.splitlines())), booked.stderr)
            reservations = [each for name in students for each in self.site.reservations(user=name)]
            for each in reservations:
                self.addCleanup(self.cancel, each["id"])
            self.assertEqual([(333, "teacher")] * 3, [(each["share"]["thousandths"], each["bookedBy"]) for each in reservations])


if __name__ == "__main__":
    unittest.main()
