import { NOTIFICATION_KINDS } from "@korki/contracts/notifications";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readContent } from "./kinds";
import type { Surroundings } from "./message";
import { renderMail, renderTelegram, type Telling } from "./render";
import { sampleSurroundings, samples } from "./samples";

const around = (recipientRole: Surroundings["recipientRole"]) => ({ ...sampleSurroundings, recipientRole });

test("there is a sample of every kind", () => {
  expect(new Set(samples.map(({ telling }) => telling.kind))).toEqual(new Set(NOTIFICATION_KINDS));
});

describe.each(
  samples.map((sample) => [`${sample.telling.kind} to ${sample.to ?? "visitor"}`, sample] as const),
)("%s", (_name, { to, telling }) => {
  test("reads so", () => {
    const { subject, text } = renderMail(telling, around(to));
    expect({ subject, text, telegram: renderTelegram(telling, around(to)) }).toMatchSnapshot();
  });

  test("comes out of the outbox as it went in", () => {
    const stored: unknown = JSON.parse(JSON.stringify(telling.facts));
    expect(readContent(telling.kind, stored)).toEqual({ kind: telling.kind, facts: telling.facts });
  });

  test("has one structure whatever people are called and write", () => {
    fc.assert(
      fc.property(hostileText, (hostile) => {
        const spoilt = withTexts(telling, hostile);
        const mail = renderMail(spoilt, around(to));
        const plain = renderMail(withTexts(telling, "Ola"), around(to));
        expect(tagsOf(mail.html)).toEqual(tagsOf(plain.html));
        expect(mail.subject).not.toMatch(/\p{Cc}/u);
        const { html, keyboard } = renderTelegram(spoilt, around(to));
        expect(html.replaceAll(TELEGRAM_TAG, "")).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot);)/);
        expect(tagsOf(html)).toEqual(tagsOf(renderTelegram(withTexts(telling, "Ola"), around(to)).html));
        expect(html.length).toBeLessThan(20_000);
        for (const shown of [mail.subject, mail.text, mail.html, html]) expect(shown).not.toMatch(TURNS_TEXT);
        for (const button of keyboard.flat()) {
          if ("callback_data" in button)
            expect(Buffer.byteLength(button.callback_data)).toBeLessThanOrEqual(64);
          else expect(new URL(button.url).protocol).toBe("https:");
        }
      }),
      { numRuns: 25 },
    );
  });
});

test("the HTML of a mail", () => {
  const [booked] = samples;
  if (booked) expect(renderMail(booked.telling, around("Teacher")).html).toMatchSnapshot();
});

test("a mail leaves no word of one letter at the end of a line", () => {
  const sample = samples.find(({ telling }) => telling.kind === "lesson-deleted-by-student");
  if (!sample) throw new Error("no sample");
  const { html } = renderMail(sample.telling, around("Teacher"));
  expect(html).toContain("Uczeń zrezygnował z\u00a0rezerwacji");
  expect(html).toContain("usunięta, a\u00a0jej termin");
});

test("a text keeps within Telegram's 4,096 characters, markup apart", () => {
  const [booked] = samples;
  const long = booked && withTexts(booked.telling, "ż&<".repeat(2000));
  if (!long) throw new Error("no sample");
  const shown = renderTelegram(long, around("Teacher"))
    .html.replaceAll(TELEGRAM_TAG, "")
    .replaceAll(/&(amp|lt|gt|quot);/g, "x");
  expect(shown.length).toBeLessThanOrEqual(4096);
});

test("counts take their Polish forms", () => {
  const unread = (count: number) => {
    const sample = samples.find(({ telling }) => telling.kind === "unread-messages");
    if (sample?.telling.kind !== "unread-messages") throw new Error("no sample");
    return renderMail({ ...sample.telling, details: { count } }, around("Student")).subject;
  };
  expect([1, 2, 5, 12, 22].map(unread)).toEqual([
    "Marek Zieliński: 1 nieprzeczytana wiadomość",
    "Marek Zieliński: 2 nieprzeczytane wiadomości",
    "Marek Zieliński: 5 nieprzeczytanych wiadomości",
    "Marek Zieliński: 12 nieprzeczytanych wiadomości",
    "Marek Zieliński: 22 nieprzeczytane wiadomości",
  ]);
});

test("an address on this machine alone is no button for Telegram, which would refuse the whole message", () => {
  const [booked] = samples;
  if (!booked) throw new Error("no sample");
  const local = { ...around("Teacher"), publicUrl: "http://localhost:3000" };
  const { html, keyboard } = renderTelegram(booked.telling, local);
  expect(keyboard.flat().every((button) => "callback_data" in button)).toBe(true);
  expect(html).toContain('<a href="http://localhost:3000/dashboard/zajecia">');
});

test.each([
  ["a kind of another time", "lesson-dreamt", {}, "unknown-kind"],
  ["a name that every object has", "constructor", {}, "unknown-kind"],
  ["no facts", "lesson-booked", null, "wrong-facts"],
  ["half of the facts", "lesson-booked", { lessonId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a" }, "wrong-facts"],
  ["a date that does not exist", "lesson-moved", { date: "2026-02-30" }, "wrong-facts"],
])("%s is recognised as unreadable", (_name, kind, facts, why) => {
  expect(readContent(kind, facts)).toBe(why);
});

const TELEGRAM_TAG = /<\/?(?:b|i)>|<a href="[^"<>]*">|<\/a>/g;

/** What changes the direction of the text around it, and other ends of lines than our own. */
const TURNS_TEXT = /[\r\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/;

const hostileText = fc.oneof(
  fc.constantFrom(
    '<b onclick="x">Ola</b>',
    "</td></tr></table><script>alert(1)</script>",
    "Ola\r\nBcc: wszyscy@example.pl\r\n\r\n<p>",
    '"><img src=x onerror=alert(1)>',
    "&lt;b&gt; &amp;amp; &#60;",
    "<a href='https://zly.example'>kliknij</a>",
    "=?utf-8?B?PGI+?=",
    "\u202egro.live\u202c \u0000 \u0007",
    "\ud800 połowa",
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
);

/** The same telling, with this in the place of everything that a person can have written. */
function withTexts(telling: Telling, text: string): Telling {
  const WRITTEN = [
    "teacherName",
    "studentName",
    "description",
    "reason",
    "proposerName",
    "otherName",
    "senderName",
    "accountName",
    "name",
  ];
  const spoil = (record: object | null) =>
    record &&
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [
        key,
        WRITTEN.includes(key) && value ? `x${text}` : value,
      ]),
    );
  return { ...telling, facts: spoil(telling.facts), details: spoil(telling.details) } as Telling;
}

/** Names of the tags in order; line breaks within a person's text are its own. */
function tagsOf(html: string): string[] {
  return [...html.matchAll(/<\/?([a-z0-9!]+)/gi)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "br");
}
