import {
  confirmEmailInput,
  connectTelegramInput,
  loginCodeInput,
  loginInput,
  loginLinkInput,
  profile,
  profileInput,
  refreshInput,
  registerInput,
  requestRecoveryInput,
  resetPasswordInput,
  signedInOrNot,
  telegramLink,
  tokenPair,
  updateProfileInput,
} from "@korki/contracts/account";
import { accountLink, accountLinkInput } from "@korki/contracts/account-security";
import { done } from "@korki/contracts/fields";
import { ServiceError } from "@korki/services";
import { confirmEmail } from "@korki/services/accounts/confirm-email";
import { connectTelegram, disconnectTelegram } from "@korki/services/accounts/connect-telegram";
import { getAccountLink } from "@korki/services/accounts/get-account-link";
import { login } from "@korki/services/accounts/login";
import {
  LOGIN_REQUEST_SECONDS,
  loginByCode,
  loginByLink,
  requestLoginLink,
} from "@korki/services/accounts/login-link";
import { getProfile, updateProfile } from "@korki/services/accounts/profile";
import { refreshSession } from "@korki/services/accounts/refresh-session";
import { REGISTRATION_SECONDS, register } from "@korki/services/accounts/register";
import { reportNotMe } from "@korki/services/accounts/report-not-me";
import { requestRecovery, resetPassword } from "@korki/services/accounts/reset-password";
import { logout } from "@korki/services/accounts/sessions";
import { createTelegramLink } from "@korki/services/accounts/telegram-link";
import { beforeConsentProcedure, router, sessionProcedure, signedInProcedure } from "./init";
import { keepSession, keepTokens } from "./keep-session";

/** Accounts and sessions (rules §3). */
export const accountRouter = router({
  register: sessionProcedure
    .input(registerInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      ctx.cookies.keepLoginRequest(await register(ctx, input), REGISTRATION_SECONDS);
      return {};
    }),

  confirmEmail: sessionProcedure
    .input(confirmEmailInput)
    .output(signedInOrNot)
    .mutation(async ({ ctx, input }) => {
      const begun = await confirmEmail(ctx, { ...input, request: ctx.cookies.loginRequest });
      return begun ? keepSession(ctx, begun) : {};
    }),

  link: sessionProcedure
    .input(accountLinkInput)
    .output(accountLink)
    .query(({ ctx, input }) => getAccountLink(ctx, { ...input, request: ctx.cookies.loginRequest })),

  reportNotMe: sessionProcedure
    .input(accountLinkInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await reportNotMe(ctx, input);
      return {};
    }),

  login: sessionProcedure
    .input(loginInput)
    .output(tokenPair)
    .mutation(async ({ ctx, input }) => keepSession(ctx, await login(ctx, input))),

  requestLoginLink: sessionProcedure
    .input(requestRecoveryInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      ctx.cookies.keepLoginRequest(await requestLoginLink(ctx, input), LOGIN_REQUEST_SECONDS);
      return {};
    }),

  loginByLink: sessionProcedure
    .input(loginLinkInput)
    .output(tokenPair)
    .mutation(async ({ ctx, input }) =>
      keepSession(ctx, await loginByLink(ctx, { ...input, request: ctx.cookies.loginRequest })),
    ),

  loginByCode: sessionProcedure
    .input(loginCodeInput)
    .output(tokenPair)
    .mutation(async ({ ctx, input }) =>
      keepSession(ctx, await loginByCode(ctx, { ...input, request: ctx.cookies.loginRequest })),
    ),

  refresh: sessionProcedure
    .input(refreshInput)
    .output(tokenPair)
    .mutation(async ({ ctx, input }) => {
      const fromCookie = input.refreshToken === undefined ? ctx.cookies.refreshToken : undefined;
      try {
        const refreshToken = input.refreshToken ?? fromCookie;
        return keepTokens(ctx, await refreshSession(ctx, { refreshToken }));
      } catch (error) {
        if (fromCookie !== undefined && error instanceof ServiceError) ctx.cookies.clearSession();
        throw error;
      }
    }),

  logout: sessionProcedure
    .input(refreshInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const refreshToken = input.refreshToken ?? ctx.cookies.refreshToken;
      await logout({ ...ctx, actor: ctx.actor ?? ctx.setupActor }, { refreshToken });
      ctx.cookies.clearSession();
      return {};
    }),

  requestRecovery: sessionProcedure
    .input(requestRecoveryInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await requestRecovery(ctx, input);
      return {};
    }),

  resetPassword: sessionProcedure
    .input(resetPasswordInput)
    .output(signedInOrNot)
    .mutation(async ({ ctx, input }) => {
      const begun = await resetPassword(ctx, input);
      return begun ? keepSession(ctx, begun) : {};
    }),

  profile: beforeConsentProcedure
    .input(profileInput)
    .output(profile)
    .query(({ ctx, input }) => getProfile(ctx, input)),

  updateProfile: signedInProcedure
    .input(updateProfileInput)
    .output(profile)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),

  connectTelegram: signedInProcedure
    .input(connectTelegramInput)
    .output(profile)
    .mutation(({ ctx, input }) => connectTelegram(ctx, input)),

  createTelegramLink: signedInProcedure.output(telegramLink).mutation(({ ctx }) => createTelegramLink(ctx)),

  disconnectTelegram: signedInProcedure.output(profile).mutation(({ ctx }) => disconnectTelegram(ctx)),
});
