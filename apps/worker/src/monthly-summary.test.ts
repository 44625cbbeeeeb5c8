import { addMonths, monthOf } from "@korki/domain";
import { saveCentreSettings } from "@korki/services/centre/centre-settings";
import { saveNotificationPreferences } from "@korki/services/notifications/preferences";
import { bookedLesson, makeClassroom } from "@korki/services/testing/classroom";
import { makeGuardian } from "@korki/services/testing/families";
import { makePerson, personCtx } from "@korki/services/testing/people";
import { expect, test, vi } from "vitest";
import { WAIT_MS } from "./testing/notification-fixtures";
import { openTestWorld } from "./testing/outside-world";

const world = await openTestWorld();
const { services, mail, telegram } = world;

test("on the first of the month payers who want it are mailed the summary as a PDF, once by two workers", async () => {
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const room = await makeClassroom(services);
  const [payer, unwilling] = [await makePerson(services, "Parent"), await makePerson(services, "Parent")];
  await makeGuardian(services, payer, room.student, { isPayer: true });
  // A document goes by e-mail, to people with a messenger too.
  await services.db.prisma.user.update({
    where: { id: payer.id },
    data: { telegramChatId: String(telegram.openChat().person.id) },
  });
  const { date } = await bookedLesson(services, room, 3);
  const other = await makeClassroom(services);
  await makeGuardian(services, unwilling, other.student, { isPayer: true });
  await saveNotificationPreferences(personCtx(services, unwilling), [
    { kind: "monthly-summary", telegram: true, email: false },
  ]);
  await bookedLesson(services, other, 3);
  await saveCentreSettings(asAdmin, { monthlySummary: true });

  const next = addMonths(monthOf(date), 1);
  const now = () => new Date(Date.UTC(next.year, next.month - 1, 1, 9));
  world.startWorker({ now });
  world.startWorker({ now });
  const summary = await mail.waitForMail(payer.email, WAIT_MS);
  expect(summary.subject).toMatch(/^Podsumowanie miesiąca: /);
  expect(
    summary.attachments.map(({ fileName, content }) => [fileName, content.subarray(0, 5).toString()]),
  ).toEqual([[expect.stringMatching(/^podsumowanie-\d{4}-\d{2}\.pdf$/), "%PDF-"]]);
  await vi.waitFor(
    async () => {
      const rows = await services.db.prisma.notification.findMany({ where: { kind: "monthly-summary" } });
      expect(rows.map(({ recipientId, status }) => [recipientId, status]).sort()).toEqual(
        [
          [payer.id, "sent"],
          [unwilling.id, "skipped"],
        ].sort(),
      );
    },
    { timeout: WAIT_MS, interval: 50 },
  );
});
