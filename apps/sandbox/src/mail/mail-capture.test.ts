import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { afterEach, describe, expect, test } from "vitest";
import { type MailCapture, type MailCaptureOptions, startMailCapture } from "./mail-capture";

const open: MailCapture[] = [];
const folders: string[] = [];

async function start(options: MailCaptureOptions = {}): Promise<MailCapture> {
  const capture = await startMailCapture(options);
  open.push(capture);
  return capture;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "korki-mail-"));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((capture) => capture.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

const hello: SendMailOptions = {
  from: "Korki <no-reply@korki.example>",
  to: "Anna Żółć <anna@example.com>",
  subject: "Zażółć gęślą jaźń",
  text: "Wejdź na https://korki.example/potwierdz/abc?x=1&y=2.\n",
  html: '<p>Wejdź <a href="https://korki.example/potwierdz/abc?x=1&amp;y=2">tutaj</a> albo <a href="https://korki.example/pomoc">tu</a></p>',
};

const send = (capture: MailCapture, mail: SendMailOptions = hello) =>
  createTransport(capture.url).sendMail(mail);

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => expect.unreachable("the mail should not have been taken"),
    (error: { responseCode?: number; code?: string }) => error,
  );

describe("captured mail", () => {
  test("is parsed: people, subject, both parts, headers, links", async () => {
    const capture = await start();
    await send(capture);
    const mail = await capture.waitForMail("ANNA@example.com");
    expect(mail).toMatchObject({
      from: '"Korki" <no-reply@korki.example>',
      to: '"Anna Żółć" <anna@example.com>',
      subject: "Zażółć gęślą jaźń",
      envelope: { from: "no-reply@korki.example", to: ["anna@example.com"] },
      links: ["https://korki.example/potwierdz/abc?x=1&y=2", "https://korki.example/pomoc"],
    });
    expect(mail.text).toContain("Wejdź na https://");
    expect(mail.html).toContain("<p>Wejdź");
    expect(mail.headers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Return-Path", "Delivered-To", "Subject", "Message-ID"]),
    );
  });

  test("keeps a hidden recipient in the envelope, and attachments apart", async () => {
    const capture = await start();
    await send(capture, {
      ...hello,
      bcc: "jan@example.com",
      attachments: [{ filename: "lekcja.ics", content: "BEGIN:VCALENDAR" }],
    });
    const mail = await capture.waitForMail("jan@example.com");
    expect(mail.envelope.to).toEqual(["anna@example.com", "jan@example.com"]);
    expect(mail.attachments.map(({ fileName }) => fileName)).toEqual(["lekcja.ics"]);
  });

  test("survives a restart, and is deleted when the folder is full, oldest first", async () => {
    const dir = await newFolder();
    const first = await start({ dir, keep: 3 });
    for (const number of [1, 2, 3, 4]) await send(first, { ...hello, subject: `Mail ${number}` });
    expect(first.mails().map(({ subject }) => subject)).toEqual(["Mail 2", "Mail 3", "Mail 4"]);
    await first.close();
    open.splice(0);

    const second = await start({ dir, keep: 2 });
    expect(second.mails()).toMatchObject([
      { subject: "Mail 3", envelope: { to: ["anna@example.com"] } },
      { subject: "Mail 4", receivedAt: first.mails().at(-1)?.receivedAt },
    ]);
    expect(await readdir(dir)).toHaveLength(2);
    await second.clear();
    expect(await readdir(dir)).toEqual([]);
  });

  test("is awaited; a timeout lists the mails that came", async () => {
    const capture = await start();
    const waiting = capture.waitForMail(({ subject }) => subject === "Drugi");
    await send(capture, { ...hello, subject: "Pierwszy" });
    await send(capture, { ...hello, subject: "Drugi" });
    expect((await waiting).subject).toBe("Drugi");
    await expect(capture.waitForMail("nikt@example.com", 20)).rejects.toThrow(
      'There are: "Pierwszy" to anna@example.com; "Drugi" to anna@example.com.',
    );
  });

  test("takes a hundred mails at once", async () => {
    const capture = await start();
    const transport = createTransport({ url: capture.url, pool: true, maxConnections: 10 });
    const mails = Array.from({ length: 100 }, (_, index) =>
      transport.sendMail({ ...hello, subject: `Mail ${index}` }),
    );
    await Promise.all(mails);
    transport.close();
    const ids = capture.mails().map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
    expect(ids).toEqual([...ids].sort());
  });
});

describe("faults", () => {
  test("refuses with 550 until cleared", async () => {
    const capture = await start();
    capture.faults.refuse();
    expect((await failureOf(send(capture))).responseCode).toBe(550);
    capture.faults.clear();
    await send(capture);
    expect(capture.mails()).toHaveLength(1);
  });

  test("greylists with 451 a number of times, optionally for one address", async () => {
    const capture = await start();
    capture.faults.greylist(2);
    expect((await failureOf(send(capture))).responseCode).toBe(451);
    expect((await failureOf(send(capture))).responseCode).toBe(451);
    await send(capture);
    capture.faults.add({ kind: "greylist", recipient: "jan@example.com" });
    await send(capture);
    expect((await failureOf(send(capture, { ...hello, to: "jan@example.com" }))).responseCode).toBe(451);
  });

  test("cuts the connection before or after the mail is kept", async () => {
    const capture = await start();
    capture.faults.drop(1);
    expect((await failureOf(send(capture))).responseCode).toBeUndefined();
    expect(capture.mails()).toHaveLength(0);
    capture.faults.drop(1, { afterKeeping: true });
    expect((await failureOf(send(capture))).responseCode).toBeUndefined();
    expect(capture.mails()).toHaveLength(1);
    await send(capture);
    expect(capture.mails()).toHaveLength(2);
  });

  test("delays the answer", async () => {
    const capture = await start();
    capture.faults.delay(150);
    const began = performance.now();
    await send(capture);
    expect(performance.now() - began).toBeGreaterThan(140);
  });
});

test("only the owner can read captured mail, even in a folder that was open before", async () => {
  const folder = await newFolder();
  await chmod(folder, 0o755);
  await send(await start({ dir: folder }));
  const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
  expect(await modeOf(folder)).toBe(0o700);
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  for (const file of files) expect(await modeOf(join(folder, file))).toBe(0o600);
});
