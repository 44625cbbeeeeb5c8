import { signInTexts } from "@korki/contracts/texts/sign-in";
import { Alert, Stack, Title } from "@mantine/core";
import { IconInfoCircle, IconMailCheck } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { paths } from "../paths";
import { useSession } from "../session/session-store";
import { usePageTitle } from "../ui/page-title";
import { TextButton } from "../ui/text-button";
import { AuthLayout } from "./auth-layout";
import styles from "./auth-page.module.css";
import { LoginForm } from "./login-form";
import { RecoveryForm } from "./recovery-form";
import { RegisterForm } from "./register-form";

/** The modes of the authentication screen (specification, section 4), each with its own address. */
const MODES = { login: "", register: "rejestracja", remindEmail: "odzyskiwanie" } as const;
type Mode = keyof typeof MODES;
const MODE_PARAMETER = "tryb";

const TITLES: Record<Mode, string> = {
  login: signInTexts.loginTitle,
  register: signInTexts.registerTitle,
  remindEmail: signInTexts.recoveryTitle,
};

/** Signing in, registering, recovering an account. An e-mail that was typed goes along from mode to mode. */
export function AuthPage() {
  const [params, setParams] = useSearchParams();
  const { notice } = useSession();
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const mode = modeOf(params.get(MODE_PARAMETER));
  const modeBefore = useRef(mode);
  usePageTitle(TITLES[mode]);

  useEffect(() => {
    if (modeBefore.current !== mode) heading.current?.focus();
    modeBefore.current = mode;
  }, [mode]);

  function go(next: Mode, said: string | null = null) {
    setMessage(said);
    setParams(next === "login" ? {} : { [MODE_PARAMETER]: MODES[next] }, { preventScrollReset: true });
  }

  return (
    <AuthLayout>
      <Stack gap="lg">
        <Title order={1} ref={heading} tabIndex={-1}>
          {TITLES[mode]}
        </Title>
        {message ? (
          <Alert role="status" color="brand" icon={<IconMailCheck size={20} aria-hidden />}>
            {message}
          </Alert>
        ) : notice && mode === "login" ? (
          <Alert role="status" color="yellow" icon={<IconInfoCircle size={20} aria-hidden />}>
            {notice}
          </Alert>
        ) : null}
        {mode === "login" ? (
          <LoginForm email={email} onEmail={setEmail} onForgotten={() => go("remindEmail")} />
        ) : mode === "register" ? (
          <RegisterForm
            email={email}
            onEmail={setEmail}
            onRegistered={() => go("login", signInTexts.accountCreated)}
          />
        ) : (
          <RecoveryForm
            email={email}
            onEmail={setEmail}
            onSent={() => go("login", signInTexts.recoverySent)}
          />
        )}
        <div className={styles.switches}>
          {mode === "login" ? (
            <TextButton onClick={() => go("register")}>{signInTexts.toRegister}</TextButton>
          ) : (
            <TextButton onClick={() => go("login")}>{signInTexts.toLogin}</TextButton>
          )}
        </div>
        <p className={styles.trial}>
          {signInTexts.trialLessonQuestion} <Link to={paths.trialSignUp}>{signInTexts.toTrialLesson}</Link>
        </p>
      </Stack>
    </AuthLayout>
  );
}

function modeOf(written: string | null): Mode {
  if (written === MODES.register) return "register";
  return written === MODES.remindEmail ? "remindEmail" : "login";
}
