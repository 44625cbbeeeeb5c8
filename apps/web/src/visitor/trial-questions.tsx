import type { CentreInfo } from "@korki/contracts/centre";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { trialSignUpTexts as texts } from "@korki/contracts/texts/trial-sign-up";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { Card } from "../ui/card";
import styles from "./trial-questions.module.css";

/** What visitors ask: what next, prices, who we are. One answer is open at a time. */
export function TrialQuestions({ centre, hasSlot }: { centre: CentreInfo | null; hasSlot: boolean }) {
  const [open, setOpen] = useState<string | null>("next");
  const question = (name: string, title: string, answer: ReactNode) => (
    <Question
      key={name}
      title={title}
      isOpen={open === name}
      onToggle={() => setOpen(open === name ? null : name)}
    >
      {answer}
    </Question>
  );
  return (
    <Card title={texts.questions}>
      {question("next", texts.whatNext, <p>{texts.whatNextText(hasSlot)}</p>)}
      {question(
        "prices",
        texts.prices,
        <>
          <p>{texts.pricesText}</p>
          {centre ? (
            <a href={centre.priceListUrl} target="_blank" rel="noopener noreferrer">
              {texts.priceList}
            </a>
          ) : null}
        </>,
      )}
      {question("about", texts.about, <p>{texts.aboutText(centre?.name ?? interfaceTexts.appName)}</p>)}
    </Card>
  );
}

function Question(props: { title: string; isOpen: boolean; onToggle: () => void; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.item}>
      <h3 className={styles.heading}>
        <button
          type="button"
          className={styles.control}
          aria-expanded={props.isOpen}
          aria-controls={id}
          onClick={props.onToggle}
        >
          {props.title}
          <IconChevronDown className={styles.chevron} size={18} aria-hidden />
        </button>
      </h3>
      <div id={id} className={styles.panel} hidden={!props.isOpen}>
        {props.children}
      </div>
    </div>
  );
}
