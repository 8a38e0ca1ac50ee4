"""What tools/notebooks finds if somebody runs without a slot, or loses one."""

import os
import tempfile
import types
import unittest

from classroom import awaited, running_servers
from lesson import Register, intruder


def booked(number, user, **more):
    share = {"part": "gpu", "thousandths": 333}
    return {"id": number, "user": user, "state": "running", "start": "10:00", "end": "10:10", "share": share, **more}


class RegisterTest(unittest.TestCase):
    def setUp(self):
        self.lesson = {"ana": booked("r1", "ana"), "ben": booked("r2", "ben"), "cleo": booked("r3", "cleo")}
        self.register = Register(self.lesson, per_card=2)
        self.well = [(11, "ana", "r1", "0"), (12, "ben", "r2", "0"), (13, "cleo", "r3", "1")]

    def found(self, servers):
        suspects = self.register.look(servers)
        self.register.confirm(suspects, {each[0] for each in servers})
        return sorted(suspects)

    def taken(self, *changed):
        now = {each["id"]: each for each in self.lesson.values()}
        now.update({each["id"]: each for each in changed})
        self.register.take([each for each in now.values() if each["state"] != "cancelled"])
        return self.register.wrong

    def test_aLessonThatIsWell_hasNothing(self):
        self.assertEqual([], self.found(self.well))
        self.assertEqual([], self.taken())
        self.assertEqual([], self.found(self.well[1:]))

    def test_aServerWithoutAReservation_isFound(self):
        self.assertEqual([14], self.found([*self.well, (14, "ana", "", "")]))
        self.assertIn("14", self.register.wrong[0])

    def test_aServerInWhatDoesNotRun_orIsUnknown_orIsAnothers_isFound(self):
        self.taken(booked("r3", "cleo", state="waiting"))
        self.assertEqual([13], self.found(self.well))
        self.assertEqual([14], self.found([*self.well[:2], (14, "cleo", "r99", "1")]))
        self.assertEqual([15], self.found([*self.well[:1], (15, "cleo", "r2", "1")]))

    def test_aServerThatGoesOnAfterItsReservation_isFound(self):
        over = booked("r7", "ana", state="finished-early")
        self.register.take(list(self.lesson.values()), [over])
        self.assertEqual([16], self.found([*self.well, (16, "ana", "r7", "1")]))

    def test_twoServersInOneReservation_areFound(self):
        self.assertEqual([17], self.found([*self.well, (17, "cleo", "r3", "1")]))

    def test_aServerWithoutACard_orTooManyOnOne_areFound(self):
        self.assertEqual([13], self.found([*self.well[:2], (13, "cleo", "r3", "")]))
        self.assertEqual([11, 12, 13], self.found([*self.well[:2], (13, "cleo", "r3", "0")]))

    def test_whatEndsWhileItIsLookedAt_isNotTakenDown(self):
        suspects = self.register.look([*self.well, (14, "ana", "", "")])
        self.register.confirm(suspects, {11, 12, 13})
        self.assertEqual([], self.register.wrong)

    def test_aLostReservation_isFound_once(self):
        for lost in (booked("r1", "ana", state="cancelled"), booked("r1", "ben"), booked("r1", "ana", state="no-show")):
            self.setUp()
            self.taken(lost)
            self.assertEqual(1, len(self.taken(lost)), lost)
            self.assertIn("ana", self.register.wrong[0])

    def test_aReservationThatIsCutShortOrMovedOrSmaller_isFound(self):
        for less in ({"end": "10:05"}, {"start": "10:01"}, {"share": {"part": "gpu", "thousandths": 100}}):
            self.setUp()
            self.assertEqual(1, len(self.taken(booked("r2", "ben", **less))), less)

    def test_afterTheLesson_everybodysHasEndedWithIt(self):
        ended = [{**each, "state": "ended"} for each in self.lesson.values()]
        self.register.end(ended)
        self.assertEqual([], self.register.wrong)
        self.register.end([*ended[:1], {**ended[1], "state": "cancelled"}])
        self.assertEqual(2, len(self.register.wrong), self.register.wrong)

    def test_aRealProcess_isFound_untilItEnds(self):
        with tempfile.TemporaryDirectory(prefix="berth-lesson-") as homes:
            hub = types.SimpleNamespace(homes=homes)
            home = os.path.join(homes, "ana")
            os.mkdir(home)
            for variables in ({}, {"BERTH_RESERVATION": "r2", "BERTH_DEVICES": "0"}):
                process = intruder(home, seconds=600, **variables)
                try:
                    seen = awaited("the process", lambda: running_servers(hub))
                    self.assertEqual([process.pid], [each[0] for each in seen])
                    self.assertEqual("ana", seen[0][1])
                    self.assertEqual([process.pid], self.found(seen))
                finally:
                    process.kill()
                    process.wait()
                self.assertEqual([], running_servers(hub))


if __name__ == "__main__":
    unittest.main()
