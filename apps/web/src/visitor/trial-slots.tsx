import type { TrialSlots as Slots } from "@korki/contracts/landing";
import { longDate } from "@korki/contracts/texts/dates";
import { trialLandingTexts as texts } from "@korki/contracts/texts/trial-landing";
import { type Level, type Subject, trialHours } from "@korki/domain";
import { useEffect, useId, useState } from "react";
import { publicClient } from "../server/public-client";
import { slotText } from "./chosen-slot";
import formStyles from "./form.module.css";
import styles from "./trial-slots.module.css";

/**
 * The free half hours of a subject and level, where the centre offers them; the first choice is a call (rules §29). The
 * chosen one stays in view while the rest of the form is filled in.
 */
export default function TrialSlots({ subject, level }: { subject: Subject; level: Level }) {
  const [slots, setSlots] = useState<Slots>([]);
  // Another day begins with its first half hour, as its field does.
  const [{ date, slot }, choose] = useState<{ date: string; slot?: string }>({ date: "" });
  const id = useId();
  useEffect(() => {
    let isWanted = true;
    choose({ date: "" });
    publicClient.trialLessons.freeSlots.query({ subject, level }).then(
      (found) => isWanted && setSlots(found),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [subject, level]);
  if (slots.length === 0) return null;
  const blocks = slots.find((day) => day.date === date)?.blocks ?? [];
  const first = blocks[0] === undefined ? null : `${date} ${blocks[0]}`;
  const chosen = slot ?? first;
  const fields = (
    <fieldset className={styles.slots}>
      <legend className={formStyles.label}>{texts.slot}</legend>
      <p className={formStyles.hint}>{texts.slotHint}</p>
      <label className={formStyles.label} htmlFor={`${id}-day`}>
        {texts.day}
      </label>
      <div className={formStyles.control}>
        {/* Keeps its own value: the form renders between the events "input" and "change" of a real choice. */}
        <select
          key={`${subject} ${level}`}
          id={`${id}-day`}
          className={formStyles.input}
          onChange={({ currentTarget }) => choose({ date: currentTarget.value })}
        >
          <option value="">{texts.anyTime}</option>
          {slots.map((day) => (
            <option key={day.date} value={day.date}>
              {longDate(day.date)}
            </option>
          ))}
        </select>
      </div>
      {blocks.length > 0 ? (
        <>
          <label className={formStyles.label} htmlFor={`${id}-hour`}>
            {texts.hour}
          </label>
          <div className={formStyles.control}>
            <select
              key={date}
              id={`${id}-hour`}
              name="slot"
              className={formStyles.input}
              onChange={({ currentTarget }) => choose({ date, slot: currentTarget.value })}
            >
              {blocks.map((block) => (
                <option key={block} value={`${date} ${block}`}>
                  {trialHours(block)}
                </option>
              ))}
            </select>
          </div>
        </>
      ) : null}
    </fieldset>
  );
  return (
    <>
      {fields}
      {chosen === null ? null : (
        <p className={styles.chosen}>
          {texts.chosen}: <strong>{slotText(chosen)}</strong>
        </p>
      )}
    </>
  );
}
