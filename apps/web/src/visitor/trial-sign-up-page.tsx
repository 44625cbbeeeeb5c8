import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import { trialSignUpTexts as texts } from "@korki/contracts/texts/trial-sign-up";
import { IconCircleCheck } from "@tabler/icons-react";
import { lazy, useEffect, useRef, useState } from "react";
import { useCentreInfo } from "../server/centre-info";
import { Brand } from "../ui/brand";
import { Card } from "../ui/card";
import { ColourSchemeSwitch } from "../ui/colour-scheme-switch";
import { usePageTitle } from "../ui/page-title";
import { groupedDigits, nationalDigits } from "../ui/phone-digits";
import { visitorPaths } from "../visitor-paths";
import type { Values } from "./form";
import formStyles from "./form.module.css";
import { LazyPart } from "./lazy-part";
import { RequestTrialForm } from "./request-trial-form";
import { Toast } from "./toast";
import { TrialQuestions } from "./trial-questions";
import styles from "./trial-sign-up-page.module.css";
import { WhenNear } from "./when-near";

const TrialLanding = lazy(() => import("./trial-landing"));
const ChosenSlot = lazy(() => import("./chosen-slot"));

/** Visitors ask for a trial lesson: the form, then thanks and what comes next (rules §24). */
export function TrialSignUpPage() {
  const [sent, setSent] = useState<Values | null>(null);
  const isSent = sent !== null;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(isSent);
  const centre = useCentreInfo();
  const title = isSent ? texts.thanksTitle : texts.title;
  usePageTitle(title);

  useEffect(() => {
    if (before.current === isSent) return;
    before.current = isSent;
    heading.current?.focus();
    scrollTo(0, 0);
  }, [isSent]);

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        <ColourSchemeSwitch />
      </header>
      <main className={styles.main}>
        <div className={styles.intro}>
          {isSent ? <IconCircleCheck className={styles.done} size={48} stroke={1.5} aria-hidden /> : null}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {sent?.slot ? (
            <LazyPart>
              <ChosenSlot values={sent} />
            </LazyPart>
          ) : (
            <p>{isSent ? texts.thanksText : texts.text}</p>
          )}
        </div>
        <div className={styles.columns} data-sent={isSent || undefined}>
          {isSent ? null : (
            <Card>
              <RequestTrialForm onSent={setSent} />
            </Card>
          )}
          {/* Each step begins with its own first answer open. */}
          <TrialQuestions key={String(isSent)} centre={centre} hasSlot={Boolean(sent?.slot)} />
          {isSent ? (
            <button
              type="button"
              className={`${formStyles.quiet} ${styles.another}`}
              onClick={() => setSent(null)}
            >
              {texts.another}
            </button>
          ) : null}
        </div>
        {isSent ? null : (
          <WhenNear>
            <LazyPart>
              <TrialLanding />
            </LazyPart>
          </WhenNear>
        )}
      </main>
      <footer className={styles.footer}>
        {centre ? (
          <p>
            {texts.contact}{" "}
            <a href={`tel:${centre.contactPhone.replaceAll(" ", "")}`}>
              {`+48 ${groupedDigits(nationalDigits(centre.contactPhone))}`}
            </a>
            {", "}
            <a href={`mailto:${centre.contactEmail}`}>{centre.contactEmail}</a>
          </p>
        ) : null}
        <p>
          <a href={visitorPaths.auth}>{texts.toLogin}</a>
        </p>
      </footer>
      {isSent ? <Toast text={trialTexts.sent} /> : null}
    </div>
  );
}
