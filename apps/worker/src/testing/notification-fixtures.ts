import { newId, transact } from "@korki/db";
import type { NotificationRequest } from "@korki/notifications";
import { notify } from "@korki/services/outbox";
import { makePerson, type Person } from "@korki/services/testing/people";
import { expect, vi } from "vitest";
import type { TestWorld } from "./outside-world";

/** Long enough for a busy machine. */
export const WAIT_MS = 20_000;

/** Returns makers of recipients and notifications, and functions that read the outcome. */
export function notificationFixtures({ services, telegram }: TestWorld) {
  const { prisma } = services.db;

  async function teacher({ connected = false } = {}): Promise<Person & { chatId: number }> {
    const person = await makePerson(services, "Teacher");
    const chatId = telegram.openChat().person.id;
    if (connected) {
      await prisma.user.update({ where: { id: person.id }, data: { telegramChatId: String(chatId) } });
    }
    return { ...person, chatId };
  }

  /** Queues a notification that stays true. Returns its row's id. */
  async function notifyRecipient(
    to: { userId: string } | { email: string },
    otherName = "Ola Nowak",
  ): Promise<string> {
    return queueNotification({ kind: "relation-added", to, facts: { otherName, otherRole: "Student" } });
  }

  async function queueNotification(request: NotificationRequest): Promise<string> {
    const dedupeKey = newId();
    await transact(services.db, (tx) => notify(tx, services, { ...request, dedupeKey }));
    const { id } = await prisma.notification.findUniqueOrThrow({ where: { dedupeKey } });
    return id;
  }

  const row = (id: string) => prisma.notification.findUniqueOrThrow({ where: { id } });

  /** Waits until the row matches. */
  async function becomes(id: string, expected: object, timeout = WAIT_MS): Promise<void> {
    await vi.waitFor(async () => expect(await row(id)).toMatchObject(expected), { timeout, interval: 50 });
  }

  return { teacher, notifyRecipient, queueNotification, row, becomes };
}
