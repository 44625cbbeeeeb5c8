import type { AccountLink } from "@korki/contracts/account-security";
import { accountLinkTexts } from "@korki/contracts/texts/account-links";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { IconLinkOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useCentreInfo } from "../server/centre-info";
import { statusOf } from "../server/errors";
import { Facts } from "../ui/facts";
import { MessagePage } from "../ui/message-page";
import { Splash } from "../ui/splash";
import { visitorPaths } from "../visitor-paths";
import styles from "./account-link-page.module.css";
import { ButtonLink } from "./button-link";
import { Form } from "./form";
import { NotAnswered } from "./not-answered";
import { useAccountLink } from "./use-account-link";

type KindOf = AccountLink["kind"];

/**
 * The page of a link in an e-mail: says what it is for, and does it by one button, or at once where nothing is to be asked.
 */
export function AccountLinkPage<Kind extends KindOf, Result>(props: {
  token: string;
  kind: Kind;
  icon: ReactNode;
  title: string;
  text: string;
  facts: (link: Extract<AccountLink, { kind: Kind }>) => readonly (readonly [name: string, value: string])[];
  button: string;
  danger?: boolean;
  footnote?: string;
  /** Whether it is done without the button. */
  isAsked?: (link: Extract<AccountLink, { kind: Kind }>) => boolean;
  act: (token: string) => Promise<Result>;
  onDone: (result: Result) => void;
  /** In place of the page that says that the link no longer works. */
  over?: ReactNode;
}) {
  const checked = useAccountLink(props.token);
  const [isOver, setIsOver] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if (checked.state === "checking") return <Splash />;
  if (checked.state === "failed") return <NotAnswered error={checked.error} onRetry={checked.askAgain} />;
  const link = checked.state === "live" && isOf(checked.link, props.kind) ? checked.link : null;
  if (!link || isOver) return props.over ?? <LinkOver />;

  async function act() {
    try {
      return await props.act(props.token);
    } catch (error) {
      if (statusOf(error) === 400) setIsOver(true);
      throw error;
    }
  }

  if (props.isAsked?.(link) === false && !hasFailed) {
    return <ActAtOnce act={act} onDone={props.onDone} onFailed={() => setHasFailed(true)} />;
  }

  return (
    <MessagePage
      tone="calm"
      icon={props.icon}
      title={props.title}
      text={props.text}
      action={
        <>
          <Form
            label={props.title}
            faultsOf={() => ({})}
            send={act}
            onSent={props.onDone}
            submitLabel={props.button}
            dangerous={props.danger ?? false}
          >
            <Facts facts={props.facts(link)} />
          </Form>
          {props.footnote ? <p className={styles.footnote}>{props.footnote}</p> : null}
        </>
      }
    />
  );
}

/** Acts without a question; the button is there where that fails. */
function ActAtOnce<Result>(props: {
  act: () => Promise<Result>;
  onDone: (result: Result) => void;
  onFailed: () => void;
}) {
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    props.act().then(props.onDone, props.onFailed);
  });
  useEffect(() => begin(), []);
  return <Splash />;
}

function isOf<Kind extends KindOf>(
  link: AccountLink,
  kind: Kind,
): link is Extract<AccountLink, { kind: Kind }> {
  return link.kind === kind;
}

function LinkOver() {
  const centre = useCentreInfo();
  return (
    <MessagePage
      tone="bad"
      icon={<IconLinkOff size={30} aria-hidden />}
      title={accountLinkTexts.linkOver}
      text={centre ? accountLinkTexts.linkOverText(centre.contactEmail) : null}
      action={<ButtonLink to={visitorPaths.auth} label={signInTexts.goToLogin} />}
    />
  );
}
