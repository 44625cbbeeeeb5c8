import { ROLES, type Role } from "@korki/domain";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RenderableNotification } from "./define-notification";
import { NOTIFICATIONS } from "./kinds";
import type { RenderContext } from "./message";
import { type NotificationKind, optionalKinds, readNotification } from "./registry";
import { renderMail, renderTelegram } from "./render";
import { SAMPLE_CONTEXT } from "./sample-context";

const contextOf = (recipientRole: RenderContext["recipientRole"]) => ({ ...SAMPLE_CONTEXT, recipientRole });
const samples = NOTIFICATIONS.flatMap((definition) =>
  definition.samples.map(({ to, notification }) => ({ definition, to, notification })),
);
type Sample = (typeof samples)[number];

/** Returns the first sample of a kind. */
function sampleOf(kind: NotificationKind): Sample {
  const sample = samples.find(({ notification }) => notification.kind === kind);
  if (!sample) throw new Error(`no sample of ${kind}`);
  return sample;
}

test("each kind is registered once", () => {
  const kinds = NOTIFICATIONS.map(({ kind }) => kind);
  expect(kinds).toEqual([...new Set(kinds)]);
});

test.each(NOTIFICATIONS.map((definition) => [definition.kind, definition] as const))(
  "%s has a sample for recipients that it has",
  (_kind, { samples: own, audience }) => {
    expect(own).not.toEqual([]);
    // Parents receive what is for their children.
    const received = (audience as readonly string[]).includes("Student") ? [...audience, "Parent"] : audience;
    for (const { to } of own) expect(received).toContain(to ?? "Visitor");
  },
);

test.each(["bill-issued", "bill-reminder", "low-balance"] as const)(
  "%s asks to pay online only where that can be done",
  (kind) => {
    const { notification, to } = sampleOf(kind);
    const { text } = renderMail(notification, { ...contextOf(to), paysOnline: false });
    expect(text).not.toMatch(/online|Zapłać|Doładuj/);
    expect(text).toMatch(/Zobacz (rachunek|rozliczenie)/);
  },
);

/** What is for students, as a parent gets it for a child. */
const forParents = samples.filter(
  ({ to, definition: { kind, audience } }) =>
    to === "Student" && !kind.startsWith("account-") && !(audience as readonly string[]).includes("Parent"),
);
const CHILD = { id: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", name: "Zosia Nowak", mayBook: true };

test.each(forParents.map(({ notification }) => [notification.kind, notification] as const))(
  "%s speaks of a child to a parent, not as if the parent were the student",
  (_kind, notification) => {
    const message = notification.message({ ...contextOf("Parent"), child: CHILD });
    expect(JSON.stringify(message)).not.toMatch(/\b(Tw[oó]j|Tob|[Ss]w[oó]j)|(?<!\p{L})Ci(ę|ebie)?(?!\p{L})/u);
  },
);

test.each(["relation-added", "lesson-reminder-day", "lesson-confirmed"] as const)(
  "%s names the child to a parent",
  (kind) => {
    const { notification } = sampleOf(kind);
    const { subject, heading, paragraphs } = notification.message({ ...contextOf("Parent"), child: CHILD });
    expect({ subject, heading, paragraphs }).toMatchSnapshot();
    const { message } = notification.push({ ...contextOf("Parent"), child: CHILD });
    expect(JSON.stringify(message)).toContain("Zosia");
    expect(JSON.stringify(message)).not.toContain("Zosia Nowak");
  },
);

test.each(["relation-added", "lesson-cancelled-by-teacher"] as const)(
  "%s leads a parent who may book to the booking for that child, and nobody else",
  (kind) => {
    const told = (child: typeof CHILD) =>
      sampleOf(kind).notification.message({ ...contextOf("Parent"), child });
    const { action } = told(CHILD);
    expect(action?.url).toMatch(new RegExp(`/zajecia/rezerwacja\\?(lekcja=[\\w-]+&)?uczen=${CHILD.id}$`));
    expect(JSON.stringify(told({ ...CHILD, mayBook: false }))).not.toMatch(/rezerw/);
  },
);

test("a parent who may not book is not asked to extend a weekly lesson", () => {
  const told = (mayBook: boolean) =>
    sampleOf("series-ending").notification.message({ ...contextOf("Parent"), child: { ...CHILD, mayBook } });
  expect(told(true).action?.url).toMatch(/&akcja=przedluz$/);
  const { heading, paragraphs, action } = told(false);
  expect([heading, ...paragraphs].join(" ")).not.toMatch(/Czy przedłużyć|Możesz/);
  expect(action?.url).not.toContain("akcja");
});

test("the kinds that each role may switch off", () => {
  const kindsOf = (role: Role) => optionalKinds(role).map(({ kind }) => kind);
  expect(Object.fromEntries(ROLES.map((role) => [role, kindsOf(role)]))).toMatchSnapshot();
});

describe.each(
  samples.map((sample) => [`${sample.notification.kind} to ${sample.to ?? "visitor"}`, sample] as const),
)("%s", (_name, sample) => {
  const { to, notification } = sample;
  const context = contextOf(to);

  test("reads so", () => {
    const { subject, text } = renderMail(notification, context);
    expect({ subject, text, telegram: renderTelegram(notification, context) }).toMatchSnapshot();
  });

  test("comes out of the outbox as it went in", () => {
    const stored: unknown = JSON.parse(JSON.stringify(notification.facts));
    expect(readNotification(notification.kind, stored)).toMatchObject({ kind: notification.kind });
    expect(notification.facts).toMatchObject(sample.definition.payload.parse(stored));
  });

  test("has one structure whatever people are called and write", () => {
    fc.assert(
      fc.property(hostileText, (hostile) => {
        const spoilt = withTexts(sample, hostile);
        const mail = renderMail(spoilt, context);
        const plain = renderMail(withTexts(sample, "Ola"), context);
        expect(tagsOf(mail.html)).toEqual(tagsOf(plain.html));
        expect(mail.subject).not.toMatch(/\p{Cc}/u);
        const { html, keyboard } = renderTelegram(spoilt, context);
        expect(html.replaceAll(TELEGRAM_TAG, "")).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot);)/);
        expect(tagsOf(html)).toEqual(tagsOf(renderTelegram(withTexts(sample, "Ola"), context).html));
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
  const { notification } = sampleOf("lesson-booked");
  expect(renderMail(notification, contextOf("Teacher")).html).toMatchSnapshot();
});

test("a mail leaves no word of one letter at the end of a line", () => {
  const { html } = renderMail(sampleOf("lesson-deleted-by-student").notification, contextOf("Teacher"));
  expect(html).toContain("Uczeń zrezygnował z\u00a0rezerwacji");
  expect(html).toContain("usunięta, a\u00a0jej termin");
});

describe("a text keeps within Telegram's 4,096 characters, markup apart,", () => {
  const shown = (notification: RenderableNotification, to: Sample["to"]) =>
    renderTelegram(notification, contextOf(to))
      .html.replaceAll(TELEGRAM_TAG, "")
      .replaceAll(/&(amp|lt|gt|quot);/g, "x");
  const many = (_key: string, value: unknown) =>
    Array.isArray(value) ? Array.from({ length: 40 }, () => value).flat() : value;

  test.each(samples.map((sample) => [sample.notification.kind, sample] as const))(
    "of %s, whatever is written and however much there is",
    (_kind, sample) => {
      expect(shown(withTexts(sample, "ż&<😀".repeat(2000)), sample.to).length).toBeLessThanOrEqual(4096);
      expect(shown(withFacts(sample, many), sample.to).length).toBeLessThanOrEqual(4096);
    },
  );

  test("and says how many lines are left out", () => {
    const { notification, to } = sampleOf("closure-decided");
    const details = Array.from({ length: 100 }, (_, at) => ({
      label: `Lekcja ${at}`,
      value: "ż".repeat(100),
    }));
    const message = () => ({ ...notification.message(contextOf(to)), details });
    const text = shown({ ...notification, message }, to);
    const named = text.match(/Lekcja \d+:/g)?.length ?? 0;
    expect(text).toContain(`… i jeszcze ${100 - named}`);
    expect(text.length).toBeLessThanOrEqual(4096);
  });
});

test("a closure names twelve lessons, and says that there are more", () => {
  const sample = sampleOf("closure-decided");
  const many = (key: string, value: unknown) =>
    key === "lessons" ? Array.from({ length: 40 }, () => (value as unknown[])[0]) : value;
  const { text } = renderMail(withFacts(sample, many), contextOf(sample.to));
  expect(text.match(/nowy termin: /g)).toHaveLength(12);
  expect(text).toContain("pozostałe zobaczysz w zajęciach");
});

test("money that bought no lesson is not told as lessons", () => {
  const noted = withFacts(sampleOf("payment-noted"), (key, value) => (key === "lessonAmount" ? 0 : value));
  const { text } = renderMail(noted, contextOf("Student"));
  expect(text).toContain("nie dopisano żadnej lekcji");
  expect(text).not.toMatch(/lekcje są już dostępne|0 lekcji/);
});

test("counts take their Polish forms", () => {
  const unread = (count: number) => {
    const changed = withFacts(sampleOf("unread-messages"), (key, value) => (key === "count" ? count : value));
    return renderMail(changed, contextOf("Student")).subject;
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
  const local = { ...contextOf("Teacher"), publicUrl: "http://localhost:3000" };
  const { html, keyboard } = renderTelegram(sampleOf("lesson-booked").notification, local);
  expect(keyboard.flat().every((button) => "callback_data" in button)).toBe(true);
  expect(html).toContain('<a href="http://localhost:3000/dashboard/zajecia?lekcja=');
});

test.each([
  ["a kind of another time", "lesson-dreamt", {}, "unknown-kind"],
  ["a name that every object has", "constructor", {}, "unknown-kind"],
  ["no facts", "lesson-booked", null, "invalid-payload"],
  [
    "half of the facts",
    "lesson-booked",
    { lessonId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a" },
    "invalid-payload",
  ],
  ["a date that does not exist", "lesson-moved", { date: "2026-02-30" }, "invalid-payload"],
])("%s is recognised as unreadable", (_name, kind, facts, why) => {
  expect(readNotification(kind, facts)).toBe(why);
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

/** The sample with `text` in the place of everything that a person may have written. */
function withTexts(sample: Sample, text: string): RenderableNotification {
  return withFacts(sample, (key, value) => (WRITTEN.includes(key) && value ? `x${text}` : value));
}

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

/** The sample with other facts. */
function withFacts(
  { definition, notification }: Sample,
  change: (key: string, value: unknown) => unknown,
): RenderableNotification {
  return definition.withFacts(JSON.parse(JSON.stringify(notification.facts), change));
}

/** Names of the tags in order; line breaks within a person's text are its own. */
function tagsOf(html: string): string[] {
  return [...html.matchAll(/<\/?([a-z0-9!]+)/gi)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "br");
}
