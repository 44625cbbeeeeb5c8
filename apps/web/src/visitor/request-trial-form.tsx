import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { trialSignUpTexts as texts } from "@korki/contracts/texts/trial-sign-up";
import { LEVELS, SUBJECTS } from "@korki/domain";
import { lazy, useState } from "react";
import { publicClient } from "../server/public-client";
import { CheckField, EmailField, PhoneField, SelectField, TextAreaField } from "./fields";
import { Form, type Values } from "./form";
import { LazyPart } from "./lazy-part";
import { phoneOf, trialFaults } from "./rules";

const TrialSlots = lazy(() => import("./trial-slots"));

const CHOOSE = { value: "", label: texts.choose };
const SUBJECT_CHOICES = [CHOOSE, ...SUBJECTS.map((value) => ({ value, label: subjectTexts[value] }))];
const LEVEL_CHOICES = [CHOOSE, ...LEVELS.map((value) => ({ value, label: levelTexts[value] }))];

/**
 * Step 1 of the trial sign-up. What was typed is there again after the page was left, until it is sent. A chosen half
 * hour is not: it may be taken by then. An address may bring subject and level along (rules §29).
 */
export function RequestTrialForm({ onSent }: { onSent: (values: Values) => void }) {
  const [chosen, setChosen] = useState<Values>(() => ({ ...draftOf(), ...wishInAddress() }));
  const [kept] = useState(chosen);
  const { subject, level } = knownOf(chosen);
  return (
    <Form
      label={texts.title}
      faultsOf={trialFaults}
      send={request}
      onSent={(values) => {
        keepDraft(null);
        onSent(values);
      }}
      onInput={(values) => {
        setChosen(values);
        keepDraft(values);
      }}
      submitLabel={texts.confirm}
      warnOnLeave
    >
      <SelectField
        name="subject"
        label={texts.subject}
        choices={SUBJECT_CHOICES}
        defaultValue={kept.subject}
      />
      <SelectField name="level" label={texts.level} choices={LEVEL_CHOICES} defaultValue={kept.level} />
      {subject && level ? (
        <LazyPart>
          <TrialSlots subject={subject} level={level} />
        </LazyPart>
      ) : null}
      <TextAreaField
        name="description"
        label={texts.topic}
        placeholder={texts.topicHint}
        rows={3}
        defaultValue={kept.description}
      />
      <EmailField name="email" label={texts.email} defaultValue={kept.email} />
      <PhoneField name="phone" label={texts.phone} defaultValue={kept.phone ?? ""} />
      <CheckField name="isParent" label={texts.isParent} defaultChecked={kept.isParent !== undefined} />
    </Form>
  );
}

function knownOf({ subject, level }: Values) {
  return {
    subject: SUBJECTS.find((each) => each === subject),
    level: LEVELS.find((each) => each === level),
  };
}

/** Returns the subject and level of an address like `/lekcja_probna?przedmiot=Fizyka&poziom=liceumR`. */
function wishInAddress(): Values {
  const asked = new URLSearchParams(location.search);
  const { subject, level } = knownOf({
    subject: asked.get("przedmiot") ?? "",
    level: asked.get("poziom") ?? "",
  });
  return { ...(subject && { subject }), ...(level && { level }) };
}

/** The phone is the parent's or the student's (rules §6). Returns what was sent. */
async function request(values: Values): Promise<Values> {
  const { description = "", email = "", phone = "", isParent, slot } = values;
  const known = knownOf(values);
  const [date, block] = slot?.split(" ") ?? [];
  if (!known.subject || !known.level)
    throw new Error("the rules let a form without subject or level through");
  await publicClient.trialLessons.request.mutate({
    subject: known.subject,
    level: known.level,
    description,
    email,
    studentPhone: isParent ? "" : phoneOf(phone),
    parentPhone: isParent ? phoneOf(phone) : "",
    ...(date && { slot: { date, block: Number(block) } }),
  });
  return values;
}

const DRAFT_KEY = "korki-trial-draft";

/** What was typed into the trial form in this tab and not sent; empty where the browser keeps nothing. */
function draftOf(): Values {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

/** Keeps what was typed until the tab is closed; null forgets it. */
function keepDraft(values: Values | null): void {
  try {
    if (values) sessionStorage.setItem(DRAFT_KEY, JSON.stringify(values));
    else sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // A browser that stores nothing keeps no draft.
  }
}
