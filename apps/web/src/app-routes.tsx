import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { AuthPage } from "./auth/auth-page";
import { paths, patterns } from "./paths";
import { HomeRedirect, SignedInOnly, SignedOutOnly } from "./session/session-redirects";
import { lazyScreen } from "./ui/lazy-screen";
import { Splash } from "./ui/splash";

const Dashboard = lazy(() => import("./dashboard/dashboard"));
const EmailConfirmedPage = lazy(() => import("./auth/email-confirmed-page"));
const EmailNotConfirmedPage = lazy(() => import("./auth/email-not-confirmed-page"));
const ConfirmEmailPage = lazy(() => import("./auth/confirm-email-page"));
const NotMePage = lazy(() => import("./auth/not-me-page"));
const ResetPasswordPage = lazy(() => import("./auth/reset-password-page"));
const trialSignUp = lazyScreen(() => import("./trial/trial-sign-up-page"));
const NotFoundPage = lazy(() => import("./ui/not-found-page"));

/** The routes of the specification's section 2; each screen but the first is a chunk of its own. */
export function AppRoutes() {
  return (
    <Suspense fallback={<Splash />}>
      <Routes>
        <Route path={paths.home} element={<HomeRedirect />} />
        <Route path={paths.auth} element={<SignedOutOnly page={<AuthPage />} />} />
        <Route path={`${paths.dashboard}/*`} element={<SignedInOnly page={<Dashboard />} />} />
        <Route path={paths.emailConfirmed} element={<EmailConfirmedPage />} />
        <Route path={paths.emailNotConfirmed} element={<EmailNotConfirmedPage />} />
        <Route path={patterns.confirmEmail} element={<ConfirmEmailPage />} />
        <Route path={patterns.notMe} element={<NotMePage />} />
        <Route path={patterns.regenPass} element={<ResetPasswordPage />} />
        <Route path={paths.trialSignUp} element={trialSignUp.draw()} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}

/** Waits for the screen that the page of an address comes with (vite.config.ts), so that it is drawn at once. */
export async function screenOfPage(pathname: string): Promise<void> {
  if (pathname === paths.trialSignUp) await trialSignUp.preload();
}
