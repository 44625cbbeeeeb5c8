import { accountLinkTexts as texts } from "@korki/contracts/texts/account-links";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { IconDoorEnter, IconLinkOff } from "@tabler/icons-react";
import { useState } from "react";
import { detailOf, statusOf } from "../server/errors";
import { publicClient } from "../server/public-client";
import { MessagePage } from "../ui/message-page";
import { visitorPaths } from "../visitor-paths";
import { AccountLinkPage } from "./account-link-page";
import styles from "./account-link-page.module.css";
import { enter } from "./auth-page";
import { ButtonLink } from "./button-link";

/** The page behind a link to sign in: one button does it; in another browser than the asking one it shows a code. */
export function LoginLinkPage({ token }: { token: string }) {
  const [code, setCode] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  if (isOver) return <LoginLinkOver />;
  if (code !== null) {
    return (
      <MessagePage
        tone="calm"
        icon={<IconDoorEnter size={30} aria-hidden />}
        title={texts.loginCodeTitle}
        text={
          <>
            <p className={styles.code}>{code}</p>
            <p>{texts.loginCodeText}</p>
          </>
        }
        action={null}
      />
    );
  }

  async function act() {
    try {
      const { accessToken } = await publicClient.account.loginByLink.mutate({ token });
      await enter(accessToken);
    } catch (error) {
      if (statusOf(error) === 410) setIsOver(true);
      const shown = detailOf(error, "code");
      if (typeof shown !== "string") throw error;
      setCode(shown);
    }
  }

  return (
    <AccountLinkPage
      token={token}
      kind="login"
      icon={<IconDoorEnter size={30} aria-hidden />}
      title={texts.loginTitle}
      text={texts.loginText}
      facts={({ email }) => [[texts.confirmEmail, email]]}
      button={signInTexts.login}
      act={act}
      onDone={() => undefined}
      over={<LoginLinkOver />}
    />
  );
}

function LoginLinkOver() {
  return (
    <MessagePage
      tone="bad"
      icon={<IconLinkOff size={30} aria-hidden />}
      title={texts.loginOver}
      text={texts.loginOverText}
      action={<ButtonLink to={visitorPaths.loginLinkForm} label={texts.newLoginLink} />}
    />
  );
}
