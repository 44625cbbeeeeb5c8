import { describe, expect, test } from "vitest";
import type { RenderableNotification } from "./define-notification";
import { NOTIFICATIONS } from "./kinds";
import { PUSH_TEXT_MAX, quietUntil, renderPush } from "./push";
import { PUSH_KINDS, readNotification } from "./registry";
import { SAMPLE_CONTEXT } from "./sample-context";

const NOW = new Date("2026-11-18T12:00:00Z");
const samples = NOTIFICATIONS.filter(({ kind }) => PUSH_KINDS.includes(kind)).flatMap((definition) =>
  definition.samples.flatMap(({ to, notification }) => (to === null ? [] : [{ to, notification }])),
);
const contextOf = (recipientRole: (typeof samples)[number]["to"]) => ({
  ...SAMPLE_CONTEXT,
  recipientRole,
  child:
    recipientRole === "Parent"
      ? { id: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a", name: "Zosia Nowak", mayBook: true }
      : null,
});
const slot = (date: string, block: number) => ({ facts: { date, block } });

test("every kind on a device reads so", () => {
  const shown = samples.map(({ to, notification }) => {
    const { title, body, actions } = renderPush(notification, contextOf(to), NOW);
    return `${notification.kind} to ${to}: ${title} | ${body} | ${actions.map((each) => each.title).join(", ")}`;
  });
  expect(`\n${shown.join("\n")}\n`).toMatchSnapshot();
});

/** Surnames of the children in the samples. */
const SURNAMES = /Nowak|Żak|Wiśniewsk/;

test.each(samples.map((sample) => [sample.notification.kind, sample] as const))(
  "%s shows no sum, no surname of a child, and leads to a page of the product",
  (_kind, { to, notification }) => {
    const message = renderPush(notification, contextOf(to), NOW);
    const shown = [message.title, message.body, ...message.actions.map(({ title }) => title)].join(" ");
    expect(shown).not.toMatch(/\d\s*zł/);
    expect(shown).not.toMatch(SURNAMES);
    expect([...`${message.title}${message.body}`].length).toBeLessThanOrEqual(PUSH_TEXT_MAX);
    expect([message.title, message.body]).not.toContain("");
    expect(message.url).toMatch(/^https:\/\/korki\.example\//);
    expect(message.topic ?? "").toMatch(/^([\w-]{32})?$/);
  },
);

test("however long people's texts are, at most 300 characters are shown", () => {
  const [booked] = samples;
  if (!booked) throw new Error("no sample");
  const push = () => ({
    label: "Lekcja",
    message: long,
    text: { title: "ż".repeat(200), body: "ó".repeat(900) },
  });
  const long = booked.notification.message(contextOf(booked.to));
  const { title, body } = renderPush({ ...booked.notification, push }, contextOf(booked.to), NOW);
  expect([...title, ...body]).toHaveLength(PUSH_TEXT_MAX);
});

const of = (kind: string, now = NOW) => {
  const sample = samples.find(({ notification }) => notification.kind === kind);
  if (!sample) throw new Error(`no sample of ${kind}`);
  return renderPush(sample.notification, contextOf(sample.to), now);
};

test("a title that names the child is not said again in the text", () => {
  const sample = samples.find(({ notification }) => notification.kind === "relation-added");
  if (!sample) throw new Error("no sample");
  const { title, body } = renderPush(sample.notification, contextOf("Parent"), NOW);
  expect([title, body]).toEqual([
    "Zosia ma nauczyciela",
    "Lekcje poprowadzi Marek. Możesz je już rezerwować i pisać na czacie.",
  ]);
});

test.each([
  ["slot-held", "2026-11-24T15:45:00Z"],
  ["approval-asked", "2026-11-27T15:45:00Z"],
])("%s is kept until the answer is too late", (kind, until) => {
  const minutesLeft = (minutes: number) => new Date(Date.parse(until) - minutes * 60_000);
  expect(of(kind, minutesLeft(30)).ttlSeconds).toBe(1800);
  expect(of(kind, minutesLeft(0.5)).ttlSeconds).toBe(30);
});

test("a wish to move a weekly lesson is kept until the answer is too late, one without its end until the last slot", () => {
  const isAsked = ({ facts }: RenderableNotification) => "event" in facts && facts.event === "moveAsked";
  const asked = samples.find(({ notification }) => isAsked(notification));
  if (!asked) throw new Error("no sample");
  const kept = (facts: object) =>
    renderPush({ ...asked.notification, facts }, contextOf(asked.to), NOW).ttlSeconds;
  const { untilMs, ...stored } = {
    untilMs: 0,
    ...asked.notification.facts,
    slots: [
      { date: "2026-11-24", block: 9 },
      { date: "2026-12-15", block: 9 },
    ],
  };
  expect(kept({ ...stored, untilMs })).toBe((untilMs - NOW.getTime()) / 1000);
  expect(readNotification("series-changed", stored)).toMatchObject({ kind: "series-changed" });
  expect(kept(stored)).toBe((Date.parse("2026-12-15T15:45:00Z") - NOW.getTime()) / 1000);
});

test("a message about a lesson is kept until it begins, any other one for a day", () => {
  const begins = new Date("2026-11-20T15:45:00Z").getTime();
  expect(of("lesson-confirmed").ttlSeconds).toBe((begins - NOW.getTime()) / 1000);
  expect(of("payment-noted")).toMatchObject({ ttlSeconds: 86_400, topic: null, urgency: "normal" });
  expect(of("lesson-reminder-hour")).toMatchObject({
    topic: "01939f1c7d2a7c3e8b5a0f1e2d3c4b5a",
    urgency: "high",
  });
  expect(of("lesson-moved").topic).toBe(of("lesson-reminder-hour").topic);
});

describe("in the night, by the clock of Warsaw", () => {
  // Winter: 22:00 is 21:00 UTC.
  test.each([
    ["2026-11-20T20:59:59Z", slot("2026-11-21", 5), null],
    ["2026-11-20T21:00:00Z", slot("2026-11-21", 5), "2026-11-21T06:00:00.000Z"],
    ["2026-11-20T21:00:00Z", slot("2026-11-21", 0), null],
    ["2026-11-20T21:00:00Z", slot("2026-11-22", 0), "2026-11-21T06:00:00.000Z"],
    ["2026-11-21T05:59:59Z", slot("2026-11-21", 1), "2026-11-21T06:00:00.000Z"],
    ["2026-11-21T05:30:00Z", slot("2026-11-21", 0), null],
    ["2026-11-21T06:00:00Z", slot("2026-11-21", 5), null],
    ["2026-11-20T23:30:00Z", { facts: { amount: 3 } }, "2026-11-21T06:00:00.000Z"],
    ["2026-11-20T23:30:00Z", { facts: { toDate: "2026-11-21", toBlock: 0 } }, null],
    ["2026-11-20T23:30:00Z", { facts: { series: [{ slots: [{ date: "2026-11-21", block: 0 }] }] } }, null],
    // The night in which the clock is put forward.
    ["2026-03-29T00:30:00Z", slot("2026-03-29", 3), "2026-03-29T05:00:00.000Z"],
  ] as const)("%s, %j: waits until %s", (now, notification, until) => {
    expect(quietUntil(notification, new Date(now))?.toISOString() ?? null).toBe(until);
  });
});
