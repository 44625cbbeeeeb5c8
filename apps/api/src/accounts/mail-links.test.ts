import { newId } from "@korki/db";
import type { Role } from "@korki/domain";
import { NOTIFICATIONS, type RenderableNotification, renderMail, SAMPLE_CONTEXT } from "@korki/notifications";
import { confirmEmailUrl, resetPasswordUrl } from "@korki/services/accounts/link-token";
import { outboxOf } from "@korki/services/testing/outbox";
import { makePerson, PASSWORD } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { changesBetween, contentOf } from "../testing/snapshot";
import { openTestApi } from "../testing/test-api";

const { services, origin, rest } = await openTestApi();
const { db, settings } = services;
const ours = { ...settings, publicUrl: origin };

/** What a scanner opens before the reader does. */
const open = (method: "GET" | "HEAD", link: string) => fetch(link, { method, redirect: "manual" });

/** Every address in a mail's HTML and text. */
function linksOf(notification: RenderableNotification, recipientRole: Role | null): string[] {
  const context = { ...SAMPLE_CONTEXT, publicUrl: origin, recipientRole };
  const { html, text } = renderMail(notification, context);
  const inHtml = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = ""]) =>
    url.replaceAll("&amp;", "&"),
  );
  return [...new Set([...inHtml, ...(text.match(/https?:\/\/\S+/g) ?? [])])];
}

async function resetLink(): Promise<{ url: string; email: string }> {
  const { id: userId, email } = await makePerson(services, "Student");
  const expiresAt = new Date(services.now().getTime() + 3_600_000);
  const link = await db.prisma.oneTimeLink.create({
    data: { id: newId(), userId, kind: "reset-password", expiresAt },
  });
  return { url: resetPasswordUrl(ours, link), email };
}

test("opening the links of any mail, over and over, changes nothing; those for a password still work", async () => {
  const reset = await resetLink();
  const links = new Set(
    NOTIFICATIONS.filter(({ kind }) => kind !== "account-confirm-email").flatMap((definition) =>
      definition.samples.flatMap(({ to, notification }) => {
        const facts = JSON.stringify(notification.facts, (key, value) => (key === "url" ? reset.url : value));
        return linksOf(definition.withFacts(JSON.parse(facts)), to);
      }),
    ),
  );
  expect(links).toContain(reset.url);
  expect(links).toContain(`${origin}/dashboard/zajecia`);
  const before = await contentOf(db);
  for (const link of links) {
    if (!link.startsWith(origin)) {
      expect(new URL(link).host).toBe("meet.jit.si");
      continue;
    }
    expect(new URL(link).search).toMatch(
      /^(\?(lekcja|probna|zamowienie|stalyTermin|uczen)=[\w-]+(&akcja=przedluz)?|\?rok=\d+&miesiac=\d+(&uczen=[\w-]+)?|\?doladuj=1&przedmiot=\w+&poziom=\w+&uczen=[\w-]+|\?teacher=[\w-]+&dzien=[\d-]+&blok=\d+(&uczen=[\w-]+)?)?$/,
    );
    for (const method of ["HEAD", "GET", "GET"] as const) {
      const { status, headers } = await open(method, link);
      expect(status).toBeLessThan(500);
      expect(headers.get("set-cookie")).toBeNull();
    }
  }
  expect(changesBetween(before, await contentOf(db))).toEqual([]);
  const body = { password: "Nowehaslo1", confirmId: reset.url.split("/").at(-1) };
  expect(await rest("POST", "/user/regen_password_confirm", { body })).toMatchObject({ status: 200 });
  const login = { email: reset.email, password: "Nowehaslo1" };
  expect(await rest("POST", "/user/login", { body: login })).toMatchObject({ status: 200 });
});

test("opening a confirmation link changes nothing; its button confirms, once as good as twice", async () => {
  const email = "skanowany@example.pl";
  const { status } = await rest("POST", "/user/create", {
    body: {
      name: "Jan",
      surname: "Nowak",
      email,
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
      userType: "Student",
      phone: "+48600100200",
    },
  });
  expect(status).toBe(200);
  const { id } = await db.prisma.user.findUniqueOrThrow({ where: { email } });
  const [mail] = await outboxOf(services, id);
  const link = confirmEmailUrl(ours, { id: String(mail?.facts.linkId) });
  const token = link.split("/").at(-1);
  expect(link).toBe(`${origin}/potwierdz/${token}`);
  const before = await contentOf(db);
  for (const method of ["HEAD", "GET", "GET"] as const) {
    expect((await open(method, link)).status).toBeLessThan(500);
    expect((await open(method, `${origin}/api/user/confirm/${token}`)).status).toBe(302);
  }
  expect(await rest("GET", `/user/link/${token}`)).toMatchObject({ status: 200 });
  expect(changesBetween(before, await contentOf(db))).toEqual([]);
  expect(await rest("POST", `/user/confirm/${token}`)).toMatchObject({ status: 200 });
  const confirmed = await contentOf(db);
  expect(confirmed).not.toBe(before);
  expect(await rest("POST", `/user/confirm/${token}`)).toMatchObject({ status: 200 });
  expect(changesBetween(confirmed, await contentOf(db))).toEqual([]);
  expect(await rest("POST", "/user/login", { body: { email, password: PASSWORD } })).toMatchObject({
    status: 200,
  });
});
