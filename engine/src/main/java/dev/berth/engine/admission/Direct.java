package dev.berth.engine.admission;

/** A job goes where there is room; nothing that is booked moves. */
final class Direct implements AdmissionPolicy {
    @Override
    public Admission admit(Attempt attempt) {
        return attempt.inFreePlace();
    }
}
