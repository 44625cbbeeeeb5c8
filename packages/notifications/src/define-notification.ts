import type { NotificationGroup } from "@korki/contracts/notifications";
import type { CivilDate, Role } from "@korki/domain";
import type { z } from "zod";
import type { Lookups } from "./lookups";
import type { NotificationText, RenderContext } from "./message";

/** A recipient's role, or `Visitor`: a person without an account, reached by e-mail. */
export type Audience = Role | "Visitor";

/** A document that goes with a message; such a message always goes by e-mail. */
type Attachment =
  | { document: "receipt"; orderId: string }
  | { document: "invoice"; invoiceId: string }
  | { document: "monthly-summary"; studentId: string; year: number; month: number };

/** The channels that a kind can be limited to. */
export type OnlyChannel = "telegram" | "email";

/** What a device shows of a notification where the general rule of `push.ts` does not do. */
type PushText = { title?: string; body: string };

/**
 * How soon a notification has to go out: somebody sits and waits for it (`awaited`), it can lose its sense within the hour
 * (`urgent`), it goes to many at once and is as good an hour later (`bulk`), or none of these.
 */
export type Urgency = "awaited" | "urgent" | "usual" | "bulk";

/** The moment of sending, as revalidation sees it. */
export type Moment = { lookups: Lookups; recipientId: string | null; now: Date };

/** A notification that is still true, ready to be rendered for a recipient. */
export type RenderableNotification = {
  kind: string;
  /** What the text is made of: the payload and what was looked up at the moment of sending. */
  facts: object;
  message(context: RenderContext): NotificationText;
  /** The same with first names alone, and what the kind says for devices. */
  push(context: RenderContext): { message: NotificationText; label: string; text: PushText | null };
  attachment: Attachment | null;
  /** The one channel that it can go by; null: either. */
  only: OnlyChannel | null;
};

/** Thrown by what is still to come true: it waits until a day. */
export class NotYet extends Error {
  constructor(readonly day: CivilDate) {
    super(`not before ${day}`);
  }
}

/** A row of the outbox that has been read. */
export type StoredNotification = {
  kind: string;
  /** Returns null if the notification is no longer true. Throws `NotYet` if it is to wait. */
  revalidate(moment: Moment): Promise<RenderableNotification | null>;
};

/** One kind of notification: everything that is particular to it. */
export type NotificationDefinition<K extends string, P extends object, F extends P> = {
  /** Its name in the outbox. Kinds named `account-…` concern the account itself; see `isAccountKind`. */
  kind: K;
  /** Its name in the preferences and in the administrators' list. */
  label: string;
  /** Where it stands in the preferences. */
  group: NotificationGroup;
  /** Who receives it. */
  audience: readonly Audience[];
  /** Whether its recipients may switch it off in their preferences. */
  optional: boolean;
  /** What it goes before, and what before it, where many wait in a queue. */
  urgency: Urgency;
  /** Whether the student's payer is notified too (rules §15). */
  tellsPayer?: boolean;
  /** What a use case writes into the outbox: ids and what the text needs, never a secret. */
  payload: z.ZodType<P>;
  /** Returns the facts of the text, or null if the notification is no longer true (rules §8). Throws `NotYet`. */
  revalidate(payload: P, moment: Moment): Promise<F | null>;
  /** The text, without markup: the layouts escape all of it. */
  message(facts: F, context: RenderContext): NotificationText;
  /** What devices show, if the general rule (`push.ts`) does not do; facts with first names alone. */
  push?(facts: F, context: RenderContext): PushText;
  /** The document that goes with it, if any. */
  attachment?(facts: F): Attachment;
  /** The one channel that it goes by, if not by either. */
  only?: OnlyChannel;
  /** False for what the messenger itself is to say: it does not go to devices. */
  isForDevices?: false;
  /** Examples for the snapshots and the developers' preview; `to` null is a visitor. */
  samples: readonly { to: Role | null; facts: F }[];
};

/** Completes a kind's definition with what the delivery calls. Register the result in `kinds/index.ts`. */
export function defineNotification<const K extends string, P extends object, F extends P>(
  definition: NotificationDefinition<K, P, F>,
) {
  const { kind, label, payload, revalidate, message, push, attachment, only = null } = definition;
  const withFacts = (facts: F): RenderableNotification => ({
    kind,
    facts,
    message: (context) => message(facts, context),
    push(context) {
      const named = withFirstNames(facts);
      const { child = null } = context;
      const shown = { ...context, child: child && { ...child, name: firstName(child.name) } };
      return { message: message(named, shown), label, text: push?.(named, shown) ?? null };
    },
    attachment: attachment?.(facts) ?? null,
    only,
  });
  return {
    ...definition,
    /** Makes facts renderable. */
    withFacts,
    samples: definition.samples.map(({ to, facts }) => ({ to, notification: withFacts(facts) })),
    /** Reads a stored payload. Returns null if it does not match the schema. */
    read(stored: unknown): StoredNotification | null {
      const read = payload.safeParse(stored);
      if (!read.success) return null;
      return {
        kind,
        async revalidate(moment) {
          const facts = await revalidate(read.data, moment);
          return facts && withFacts(facts);
        },
      };
    },
  };
}

/** Shortens every person's name in facts to the first one, teachers' apart: a locked screen shows it (rules §33). */
function withFirstNames<F>(facts: F): F {
  if (Array.isArray(facts)) return facts.map(withFirstNames) as F;
  if (typeof facts !== "object" || facts === null) return facts;
  const entries = Object.entries(facts).map(([key, value]: [string, unknown]) => {
    const isName = /(^n|N)ame$/.test(key) && key !== "teacherName" && typeof value === "string";
    return [key, isName ? firstName(value) : withFirstNames(value)];
  });
  return Object.fromEntries(entries) as F;
}

/** Returns the first of a person's names. */
export function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? "";
}

/** Revalidates what stays true whatever happens. */
export async function alwaysTrue<P>(payload: P): Promise<P> {
  return payload;
}
