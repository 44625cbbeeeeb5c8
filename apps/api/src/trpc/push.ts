import { done } from "@korki/contracts/fields";
import { deviceInput, pushDevice, pushState, shownInput, subscribeInput } from "@korki/contracts/push";
import { getPush, removeDevice, reportShown, subscribe, testDevice } from "@korki/services/push/devices";
import { router, sessionProcedure, signedInProcedure } from "./init";

/** Administrators reach no device but their own, either. */
const OWN = {
  about: "pushDevice",
  scope: { Student: "own", Teacher: "own", Parent: "own", Admin: "own" },
} as const;

/** A person's devices, and what they say about messages (rules §33). */
export const pushRouter = router({
  get: signedInProcedure.output(pushState).query(({ ctx }) => getPush(ctx)),

  subscribe: signedInProcedure
    .input(subscribeInput)
    .output(pushDevice)
    .mutation(({ ctx, input }) => subscribe(ctx, input)),

  remove: signedInProcedure
    .meta(OWN)
    .input(deviceInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeDevice(ctx, input);
      return {};
    }),

  test: signedInProcedure
    .meta(OWN)
    .input(deviceInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await testDevice(ctx, input);
      return {};
    }),

  /** A device says that it showed a message; it has no session. */
  shown: sessionProcedure
    .input(shownInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await reportShown(ctx, input);
      return {};
    }),
});
