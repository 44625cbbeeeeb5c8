import type { Landing } from "@korki/contracts/landing";
import { levelTexts, shortLevelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { trialLandingTexts as texts } from "@korki/contracts/texts/trial-landing";
import { fullName, type SubjectLevel } from "@korki/domain";
import { useEffect, useState } from "react";
import { publicClient } from "../server/public-client";
import { Card } from "../ui/card";
import styles from "./trial-landing.module.css";

/** What convinces: what happens next, prices, and the teachers who agreed to be shown (rules §29). */
export default function TrialLanding() {
  const [landing, setLanding] = useState<Landing | null>(null);
  useEffect(() => {
    // Without it the form is still whole.
    publicClient.trialLessons.landing.query().then(setLanding, () => undefined);
  }, []);
  return (
    <div className={styles.landing}>
      <section aria-label={texts.steps}>
        <h2>{texts.steps}</h2>
        <ol className={styles.steps}>
          {texts.stepList.map(({ title, text }, at) => (
            <li key={title} className={styles.step}>
              <span className={styles.number} aria-hidden>
                {at + 1}
              </span>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      {landing ? <Prices landing={landing} /> : null}
      {landing && landing.teachers.length > 0 ? <Teachers teachers={landing.teachers} /> : null}
    </div>
  );
}

function Prices({ landing: { prices, packages } }: { landing: Landing }) {
  return (
    <section aria-label={texts.prices}>
      <h2>{texts.prices}</h2>
      <p className={styles.text}>{texts.pricesText}</p>
      <ul className={styles.prices}>
        {prices.map(({ level, price }) => (
          <li key={level} className={styles.price}>
            <span>{levelTexts[level]}</span>
            <strong className="tabular">{`${price}\u00a0zł`}</strong>
          </li>
        ))}
      </ul>
      {packages.length > 0 ? (
        <>
          <h3>{texts.packages}</h3>
          <ul className={styles.prices}>
            {packages.map(({ name, subject, level, lessons, price }) => (
              <li key={`${name}${level}${price}`} className={styles.price}>
                <span>
                  {`${name} · ${subject ? subjectTexts[subject] : texts.anySubject}, ${shortLevelTexts[level]}`}
                </span>
                <strong className="tabular">{texts.packageOf(lessons, price)}</strong>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function Teachers({ teachers }: { teachers: Landing["teachers"] }) {
  return (
    <section aria-label={texts.teachers}>
      <h2>{texts.teachers}</h2>
      <ul className={styles.teachers}>
        {teachers.map(({ name, surname, introduction, subjects }) => (
          <li key={`${name}${surname}${introduction}`}>
            <Card>
              <h3>{fullName({ name, surname })}</h3>
              <p className={styles.subjects}>{subjectLine(subjects)}</p>
              {introduction ? <p className={styles.introduction}>{introduction}</p> : null}
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each subject once. */
function subjectLine(subjects: readonly SubjectLevel[]): string {
  return [...new Set(subjects.map(({ subject }) => subjectTexts[subject]))].join(" · ");
}
