import { tokenPair } from "@korki/contracts/account";
import {
  addPasskeyInput,
  changePasswordInput,
  confirmTotpInput,
  creationOptions,
  deletePasskeyInput,
  deleteTotpInput,
  endSessionInput,
  passkeyList,
  passkeyLoginInput,
  passkeyRow,
  reauthenticateInput,
  reportEventInput,
  requestOptions,
  resetSecondFactorInput,
  securityEventList,
  securityState,
  sessionList,
  totpConfirmed,
  totpStart,
} from "@korki/contracts/account-security";
import { done } from "@korki/contracts/fields";
import { changePassword } from "@korki/services/accounts/change-password";
import { loginWithPasskey, startPasskeyLogin } from "@korki/services/accounts/passkey-login";
import { addPasskey, listOwnPasskeys, removePasskey, startPasskey } from "@korki/services/accounts/passkeys";
import { reportOwnEvent } from "@korki/services/accounts/report-not-me";
import {
  confirmTotpSetup,
  getSecurityState,
  removeTotp,
  resetSecondFactor,
  startTotp,
} from "@korki/services/accounts/second-factor";
import { listOwnSecurityEvents } from "@korki/services/accounts/security-events";
import { endOtherSessions, endSession, listSessions } from "@korki/services/accounts/sessions";
import { adminProcedure, router, sessionProcedure, setupProcedure, signedInProcedure } from "./init";
import { keepSession } from "./keep-session";

/** Passwords, sessions and second factors (rules §19). */
export const accountSecurityRouter = router({
  changePassword: signedInProcedure
    .input(changePasswordInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx, input);
      return {};
    }),

  sessions: signedInProcedure.output(sessionList).query(({ ctx }) => listSessions(ctx)),

  endSession: signedInProcedure
    .input(endSessionInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx, input);
      return {};
    }),

  endOtherSessions: signedInProcedure.output(done).mutation(async ({ ctx }) => {
    await endOtherSessions(ctx);
    return {};
  }),

  events: signedInProcedure.output(securityEventList).query(({ ctx }) => listOwnSecurityEvents(ctx)),

  reportEvent: signedInProcedure
    .input(reportEventInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await reportOwnEvent(ctx, input);
      return {};
    }),

  state: setupProcedure.output(securityState).query(({ ctx }) => getSecurityState(ctx)),

  startTotp: setupProcedure
    .input(reauthenticateInput)
    .output(totpStart)
    .mutation(({ ctx, input }) => startTotp(ctx, input)),

  confirmTotp: setupProcedure
    .input(confirmTotpInput)
    .output(totpConfirmed)
    .mutation(({ ctx, input }) => confirmTotpSetup(ctx, input)),

  // A repetition comes from somebody who may have to set up another factor by now.
  deleteTotp: setupProcedure
    .input(deleteTotpInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeTotp(ctx, input, ctx.idempotencyKey);
      return {};
    }),

  resetSecondFactor: adminProcedure
    .meta({ about: "student" })
    .input(resetSecondFactorInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await resetSecondFactor(ctx, input);
      return {};
    }),

  passkeys: setupProcedure.output(passkeyList).query(({ ctx }) => listOwnPasskeys(ctx)),

  startPasskey: setupProcedure
    .input(reauthenticateInput)
    .output(creationOptions)
    .mutation(async ({ ctx, input }) => ({ ...(await startPasskey(ctx, input)) })),

  addPasskey: setupProcedure
    .input(addPasskeyInput)
    .output(passkeyRow)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),

  deletePasskey: setupProcedure
    .input(deletePasskeyInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx, input, ctx.idempotencyKey);
      return {};
    }),

  startPasskeyLogin: sessionProcedure
    .output(requestOptions)
    .mutation(async ({ ctx }) => ({ ...(await startPasskeyLogin(ctx)) })),

  passkeyLogin: sessionProcedure
    .input(passkeyLoginInput)
    .output(tokenPair)
    .mutation(async ({ ctx, input }) => keepSession(ctx, await loginWithPasskey(ctx, input))),
});
