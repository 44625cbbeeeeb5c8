import { missingScreenTexts } from "@korki/contracts/texts/interface";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { lazy, useEffect, useRef, useState } from "react";
import { keepAccessToken } from "../session/access-token";
import { noteLoginLink } from "../session/login-link-note";
import { leaveNote, readNote, takeNote } from "../session/notes";
import { announceToTabs } from "../session/tabs";
import { usePageTitle } from "../ui/page-title";
import { destinationAfterLogin, visitorPaths } from "../visitor-paths";
import { AuthLayout } from "./auth-layout";
import styles from "./auth-page.module.css";
import { LazyPart } from "./lazy-part";
import { LoginForm } from "./login-form";
import { Note } from "./note";
import { RegisterForm } from "./register-form";
import { TextButton } from "./text-button";

// Few ask for a link or a new password: the first page loads without their forms.
const LoginLinkForm = lazy(async () => ({ default: (await import("./login-link-form")).LoginLinkForm }));
const RecoveryForm = lazy(async () => ({ default: (await import("./recovery-form")).RecoveryForm }));

/** The modes of the authentication screen (rules §24), each with its own address. */
const MODES = { login: "", register: "rejestracja", remindEmail: "odzyskiwanie", link: "link" } as const;
type Mode = keyof typeof MODES;
const MODE_PARAMETER = "tryb";

const TITLES: Record<Mode, string> = {
  login: signInTexts.loginTitle,
  register: signInTexts.registerTitle,
  remindEmail: signInTexts.recoveryTitle,
  link: signInTexts.loginLinkTitle,
};

/** Signing in, registering, recovering an account. An e-mail that was typed goes along from mode to mode. */
export function AuthPage() {
  const { mode, goTo } = useMode();
  // Kept until something is done here: a new service worker may load the page once more.
  const [notice, setNotice] = useState(() => readNote("notice"));
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const modeBefore = useRef(mode);
  usePageTitle(TITLES[mode]);

  useEffect(() => {
    if (modeBefore.current !== mode) heading.current?.focus();
    modeBefore.current = mode;
  }, [mode]);

  function go(next: Mode, said: string | null = null) {
    setMessage(said);
    setNotice(null);
    leaveNote("notice", null);
    goTo(next);
  }

  return (
    <AuthLayout>
      <h1 ref={heading} tabIndex={-1}>
        {TITLES[mode]}
      </h1>
      {message ? (
        <Note tone="good">{message}</Note>
      ) : notice && mode === "login" ? (
        <Note tone="calm">{notice}</Note>
      ) : null}
      {mode === "login" ? (
        <LoginForm
          email={email}
          onEmail={setEmail}
          onForgotten={() => go("remindEmail")}
          onLink={() => go("link")}
          onToken={enter}
        />
      ) : mode === "register" ? (
        <RegisterForm
          email={email}
          onEmail={setEmail}
          onRegistered={() => go("login", signInTexts.accountCreated)}
        />
      ) : (
        <LazyPart failed={<Note tone="bad">{missingScreenTexts.notLoaded}</Note>}>
          {mode === "link" ? (
            <LoginLinkForm email={email} onEmail={setEmail} onToken={enter} />
          ) : (
            <RecoveryForm
              email={email}
              onEmail={setEmail}
              onSent={() => go("login", signInTexts.recoverySent)}
            />
          )}
        </LazyPart>
      )}
      <div className={styles.switches}>
        {mode === "login" ? (
          <TextButton onClick={() => go("register")}>{signInTexts.toRegister}</TextButton>
        ) : (
          <TextButton onClick={() => go("login")}>{signInTexts.toLogin}</TextButton>
        )}
      </div>
      <p className={styles.trial}>
        {signInTexts.trialLessonQuestion} <a href={visitorPaths.trialSignUp}>{signInTexts.toTrialLesson}</a>
      </p>
    </AuthLayout>
  );
}

/** Keeps the token and loads the dashboard, at the screen that the person wanted. */
export function enter(accessToken: string): Promise<void> {
  keepAccessToken(accessToken);
  announceToTabs("signedIn");
  noteLoginLink(null);
  leaveNote("notice", null);
  leaveNote("toast", signInTexts.loggedIn);
  location.replace(destinationAfterLogin(takeNote("wanted")));
  // The form stays busy until the dashboard is there.
  return new Promise(() => undefined);
}

/** The mode in the address; Back leads to the one before. */
function useMode(): { mode: Mode; goTo: (mode: Mode) => void } {
  const [mode, setMode] = useState(modeOfAddress);
  useEffect(() => {
    const moved = () => setMode(modeOfAddress());
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  return {
    mode,
    goTo(next) {
      const query = next === "login" ? "" : `?${MODE_PARAMETER}=${MODES[next]}`;
      history.pushState(null, "", visitorPaths.auth + query);
      setMode(next);
    },
  };
}

function modeOfAddress(): Mode {
  const written = new URLSearchParams(location.search).get(MODE_PARAMETER);
  if (written === MODES.register) return "register";
  if (written === MODES.link) return "link";
  return written === MODES.remindEmail ? "remindEmail" : "login";
}
