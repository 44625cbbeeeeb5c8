import { trialRequestFromWire, wireTrialRequest } from "@korki/contracts/wire/trial-lesson";
import { type RestRoute, route } from "./route";

/** For visitors (rules §25). */
export const PUBLIC_ROUTES: readonly RestRoute[] = [
  route({
    method: "POST",
    path: "/other/add_form_trial_lesson",
    procedure: "trialLessons.request",
    summary: "Ask for a trial lesson; one of the two phones is needed",
    body: wireTrialRequest,
    example: {
      email: "gosc@example.pl",
      description: "Chcę zdać maturę",
      subject: "Fizyka",
      subjectLevel: "liceumP",
      studentPhone: "+48600100200",
      parentPhone: "",
    },
    toInput: ({ body }) => trialRequestFromWire(body),
  }),
];
