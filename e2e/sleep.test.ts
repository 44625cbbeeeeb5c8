import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, DEMO_PASSWORD, openBrowser, rowsOf, signIn } from "./harness/browser";
import { book, inDays, makeClassroom } from "./harness/classroom";
import { doorsOf } from "./harness/rest";

/** Two devices are closed for two hours, without a connection, and opened again. */
afterAll(closeBrowser);

test("lists, badges and the chat show after two hours of sleep what happened meanwhile", async () => {
  const room = await makeClassroom();
  const { teacher, student } = room;
  const say = async (from: typeof teacher, to: typeof teacher, text: string) => {
    const { mutate } = await doorsOf(from.email, DEMO_PASSWORD);
    await mutate("chat.send", { recipientId: to.id, text, clientKey: randomUUID() });
  };
  await book(room, inDays(3), 4);
  const desk = await awake("desk", teacher.email);
  const phone = await awake("phone", student.email, "/dashboard/chat");
  await desk.page.getByRole("button", { name: /^Więcej o lekcji/ }).waitFor();
  const contacts = phone.page.getByRole("navigation", { name: "Kontakty" });
  await contacts.getByRole("link", { name: `${teacher.name} ${teacher.surname}` }).click();
  await phone.page.getByText("Nie masz żadnych wiadomości").waitFor();

  for (const { context } of [desk, phone]) await context.setOffline(true);
  await book(room, inDays(4), 5);
  await say(student, teacher, "Czy możemy zacząć od zadania 3?");
  await say(teacher, student, "Tak, proszę je przygotować.");
  for (const { page, context } of [desk, phone]) {
    await page.clock.fastForward("02:00:00");
    await context.setOffline(false);
  }

  await expect.poll(() => rowsOf(desk.page, "Zaplanowane lekcje").count()).toBe(2);
  await desk.page.getByRole("link", { name: /^Chat.*Nieprzeczytane: 1 wiadomość/ }).waitFor();
  await phone.page.getByRole("log").getByText("Tak, proszę je przygotować.").waitFor();
  // What happens from now on is heard as before.
  await say(teacher, student, "Do jutra!");
  await phone.page.getByRole("log").getByText("Do jutra!").waitFor();
  await say(student, teacher, "Do widzenia!");
  await desk.page.getByRole("link", { name: /^Chat.*Nieprzeczytane: 2 wiadomości/ }).waitFor();
});

/** A signed-in person whose device's clock can be moved. */
async function awake(
  size: "desk" | "phone",
  email: string,
  at = "/dashboard",
): Promise<{ page: Page; context: BrowserContext }> {
  const opened = await openBrowser({ size, installed: true });
  await opened.context.clock.install({ time: new Date() });
  await signIn(opened.page, email, { at });
  return opened;
}
