import { addDays, blockStart, instantOf, isBlock, isCivilDate, LESSON_MINUTES, today } from "@korki/domain";
import { firstName, type RenderableNotification } from "./define-notification";
import { cleanLine } from "./layouts/escape";
import type { NotificationText, RenderContext } from "./message";

/** A link under a notification on a device. */
type PushAction = { title: string; url: string };

/** What a device gets to show, and how long a push service keeps it for a device that is off (rules §33). */
export type PushMessage = {
  title: string;
  body: string;
  /** The page that a tap opens; always the product's own. */
  url: string;
  /** At most two; they open a page, they never act. */
  actions: PushAction[];
  /** What the push service replaces a message by that it has not handed over yet: 32 characters; null: nothing. */
  topic: string | null;
  urgency: "normal" | "high";
  ttlSeconds: number;
};

/**
 * The JSON that goes to a device, for the service worker of this version and of the last one: fields are added, and
 * never taken away or changed.
 */
export type PushPayload = Pick<PushMessage, "title" | "body" | "url" | "actions"> & {
  id: string;
  /** A later message with the same one stands in its place. */
  tag: string;
  /** The token by which the device says that it showed it. */
  shown: string;
  badge: number;
};

/** Characters of the title and the body together. */
export const PUSH_TEXT_MAX = 300;
const TITLE_MAX = 80;
const ACTIONS_MAX = 2;
const DAY_SECONDS = 24 * 3600;
const MINUTE_SECONDS = 60;
/** Push services keep a message for four weeks at most. */
const TTL_MAX_SECONDS = 28 * DAY_SECONDS;

/** What cannot wait for a device to wake up by itself. */
const URGENT_KINDS = ["lesson-reminder-hour", "teacher-absent"];

/** Details that a locked screen may show: no words of people, addresses, numbers or sums. */
const SHOWN_DETAILS = [
  "Termin",
  "Nowy termin",
  "Proponowany termin",
  "Wybrany termin",
  "Odwołany termin",
  "Dni",
  "Dzień",
  "Godziny",
  "Przedmiot",
  "Uczeń",
  "Nauczyciel",
  "Imię",
];
/** A sum of money, however it is written. */
const MONEY = /\d[\d\s.,\u00a0\u202f]*(zł|PLN|gr)(?!\p{L})/iu;

/** Renders a notification for the recipient's devices, without sums, surnames of children and people's own words. */
export function renderPush(
  { facts, kind, push }: RenderableNotification,
  context: RenderContext,
  now: Date,
): PushMessage {
  const child = firstName(context.child?.name ?? "");
  const { message, label, text } = push(context);
  const title = shorten(withoutMoney(cleanLine(text?.title ?? message.heading)) || label, TITLE_MAX);
  const body = shorten(
    cleanLine(text?.body ?? bodyOf(message, title.includes(child) ? "" : child), PUSH_TEXT_MAX),
    PUSH_TEXT_MAX - [...title].length,
  );
  const links = [message.action, message.secondary].flatMap((link) =>
    link ? [{ title: withoutMoney(link.label) || label, url: link.url }] : [],
  );
  return {
    title,
    body,
    url: links.find(({ url }) => isOwn(url, context))?.url ?? `${context.publicUrl}/dashboard`,
    actions: links.slice(0, ACTIONS_MAX),
    topic: topicOf(facts),
    urgency: URGENT_KINDS.includes(kind) ? "high" : "normal",
    ttlSeconds: ttlOf(facts, now),
  };
}

/** The facts of which a locked screen may know; else the first sentences, without sums. */
function bodyOf({ details = [], paragraphs, isBare, action }: NotificationText, child: string): string {
  const shown = details.filter(({ label }) => SHOWN_DETAILS.includes(label));
  const isNamed = isBare || child === "" || shown.some(({ label }) => label === "Uczeń");
  const values = [...(isNamed ? [] : [child]), ...shown.map(({ value }) => value)].filter(
    (value) => !MONEY.test(value),
  );
  if (values.length > 0) return values.join(" · ");
  const sentences = (paragraphs[0] ?? "").split(/(?<=[.!?])\s+/).filter((each) => !MONEY.test(each));
  return sentences.join(" ") || (action && withoutMoney(action.label)) || "";
}

function withoutMoney(text: string): string {
  return MONEY.test(text) ? "" : text;
}

function shorten(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : text;
}

function isOwn(url: string, { publicUrl }: RenderContext): boolean {
  return url.startsWith(`${publicUrl}/`);
}

/** One per lesson or conversation, so that a later message replaces an older one. */
function topicOf(facts: object): string | null {
  const { lessonId, trialLessonId, conversationId } = facts as Record<string, unknown>;
  const id = [lessonId, trialLessonId, conversationId].find((each) => typeof each === "string");
  return typeof id === "string" ? id.replaceAll("-", "") : null;
}

/**
 * Until the moment that it names as its end (`untilMs`); else until the last lesson that it is about begins, of one that is
 * on until it ends; a day for what is about none of them.
 */
function ttlOf(facts: object, now: Date): number {
  const { untilMs } = facts as Record<string, unknown>;
  if (typeof untilMs === "number") {
    const left = Math.floor((untilMs - now.getTime()) / 1000);
    return Math.min(Math.max(left, 1), TTL_MAX_SECONDS);
  }
  const ahead = slotsOf(facts).map((start) => {
    const seconds = Math.floor((start.getTime() - now.getTime()) / 1000);
    return seconds > 0 ? seconds : seconds + LESSON_MINUTES * MINUTE_SECONDS;
  });
  const last = Math.max(0, ...ahead);
  return last === 0 ? DAY_SECONDS : Math.min(Math.max(last, MINUTE_SECONDS), TTL_MAX_SECONDS);
}

const QUIET = { from: 22 * 60, to: 7 * 60, lessonsBefore: 8 * 60 };

/**
 * Returns until when a message waits in the night (rules §33): 7:00 for one sent from 22 to 7, null for one that is not,
 * or that concerns a lesson which begins before 8.
 */
export function quietUntil({ facts }: Pick<RenderableNotification, "facts">, now: Date): Date | null {
  const day = today(now);
  const isEvening = now >= instantOf(day, QUIET.from);
  if (!isEvening && now >= instantOf(day, QUIET.to)) return null;
  const morning = isEvening ? addDays(day, 1) : day;
  const before = instantOf(morning, QUIET.lessonsBefore);
  if (slotsOf(facts).some((start) => start > now && start < before)) return null;
  return instantOf(morning, QUIET.to);
}

/** The beginnings of the lessons that facts name, however deep: `date` and `block`, with `from…` and `to…` of moves. */
function slotsOf(facts: unknown): Date[] {
  if (Array.isArray(facts)) return facts.flatMap(slotsOf);
  if (typeof facts !== "object" || facts === null) return [];
  const named = facts as Record<string, unknown>;
  const own = [
    [named.date, named.block],
    [named.fromDate, named.fromBlock],
    [named.toDate, named.toBlock],
  ].flatMap(([date, block]) => (isCivilDate(date) && isBlock(block) ? [blockStart(date, block)] : []));
  return [...own, ...Object.values(named).flatMap(slotsOf)];
}
