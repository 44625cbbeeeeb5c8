import { trialSignUpTexts as texts } from "@korki/contracts/texts/trial-sign-up";
import { Anchor, Button, Text, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { useCentreInfo } from "../server/centre-info";
import { Brand } from "../ui/brand";
import { Card } from "../ui/card";
import { ColourSchemeSwitch } from "../ui/colour-scheme-switch";
import { formatPhone } from "../ui/formats";
import { usePageTitle } from "../ui/page-title";
import { useTurns } from "../ui/use-turns";
import { RequestTrialForm } from "./request-trial-form";
import { TrialQuestions } from "./trial-questions";
import styles from "./trial-sign-up-page.module.css";

/** Visitors ask for a trial lesson: the form, then thanks and what comes next (specification, section 2). */
export default function TrialSignUpPage() {
  const [sent, setSent] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(sent);
  const centre = useCentreInfo();
  const turn = useTurns(3);
  const title = sent ? texts.thanksTitle : texts.title;
  usePageTitle(title);

  useEffect(() => {
    if (shown.current === sent) return;
    shown.current = sent;
    heading.current?.focus();
    scrollTo(0, 0);
  }, [sent]);

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        <ColourSchemeSwitch />
      </header>
      <main className={styles.main}>
        <div className={styles.intro}>
          {sent ? <IconCircleCheck className={styles.done} size={48} stroke={1.5} aria-hidden /> : null}
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          <Text c="dimmed">{sent ? texts.thanksText : texts.text}</Text>
        </div>
        <div className={styles.columns} data-sent={sent || undefined}>
          {sent || turn < 2 ? null : (
            <Card>
              <RequestTrialForm onSent={() => setSent(true)} />
            </Card>
          )}
          {turn < 3 ? null : <TrialQuestions centre={centre} />}
          {sent ? (
            <Button className={styles.another} variant="default" onClick={() => setSent(false)}>
              {texts.another}
            </Button>
          ) : null}
        </div>
      </main>
      {turn < 3 ? null : (
        <footer className={styles.footer}>
          {centre ? (
            <p>
              {texts.contact}{" "}
              <Anchor href={`tel:${centre.contactPhone.replaceAll(" ", "")}`}>
                {formatPhone(centre.contactPhone)}
              </Anchor>
              {", "}
              <Anchor href={`mailto:${centre.contactEmail}`}>{centre.contactEmail}</Anchor>
            </p>
          ) : null}
          <p>
            <Anchor component={Link} to={paths.auth}>
              {texts.toLogin}
            </Anchor>
          </p>
        </footer>
      )}
    </div>
  );
}
