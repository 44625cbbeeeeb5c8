import { makePerson } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openChatWindow } from "../testing/chat-window";
import { openTestApi } from "../testing/test-api";

const { services, origin } = await openTestApi();

test("an administrator of many people sees the latest contacts, can open the others, and loses no message", async () => {
  await services.db.pool.query(`
    INSERT INTO users (id, role, email, name, surname, phone, password_hash, email_confirmed_at, updated_at)
    SELECT gen_random_uuid(), 'Student', 'wielu' || n || '@example.pl', 'Ala', 'Aaa ' || n, '+48600100200', '-', now(), now()
      FROM generate_series(1, 520) n`);
  const admin = await makePerson(services, "Admin");
  const last = await makePerson(services, "Student", { surname: "Żyła" });
  const later = await makePerson(services, "Student", { surname: "Żmuda" });
  const [window, lasts, laters] = await Promise.all(
    [admin, last, later].map((person) => openChatWindow(services, origin, person)),
  );
  const contacts = () => window?.client.snapshot().contacts ?? [];
  const find = (id: string) => contacts().find((contact) => contact.id === id);
  await expect.poll(() => contacts().length).toBe(500);
  expect(window?.client.snapshot().hasMoreContacts).toBe(true);
  expect(find(last.id)).toBeUndefined();

  window?.client.meet(last.id);
  await expect.poll(() => find(last.id)?.surname).toBe("Żyła");
  await window?.client.open(last.id);
  window?.client.send(last.id, "Dzień dobry");
  await expect.poll(() => lasts?.client.snapshot().contacts?.[0]?.unread).toBe(1);
  await lasts?.client.open(admin.id);
  window?.loseConnection();
  lasts?.client.send(admin.id, "Dzień dobry Pani");
  await expect
    .poll(() => window?.client.conversation(last.id).messages.at(-1)?.text)
    .toBe("Dzień dobry Pani");
  await expect.poll(() => contacts()[0]?.id).toBe(last.id);

  laters?.client.send(admin.id, "To ja, Żmuda");
  await expect.poll(() => contacts()[0]?.id).toBe(later.id);
  expect(contacts()[0]).toMatchObject({ unread: 1, surname: "Żmuda" });
  expect(contacts().filter(({ id }) => id === last.id)).toHaveLength(1);
});
