import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type ErrorRequestHandler, type RequestHandler, Router } from "express";
import type { InvoicesEmulator } from "../invoices/emulator";
import type { MailCapture } from "../mail/mail-capture";
import type { PaymentsEmulator } from "../payments/emulator";
import type { PushSandbox } from "../push/emulator";
import type { TelegramSandbox } from "../telegram/emulator";
import { html } from "./html";
import { inboxRouter } from "./inbox-router";
import { invoicesRouter } from "./invoices-router";
import { ownSiteOnly, pageSecurity } from "./page-security";
import { paymentsRouter } from "./payments-router";
import { pushRouter } from "./push-router";
import { type Page, page } from "./shell";
import { telegramRouter } from "./telegram-router";

/** Serves the style sheets, script and picture of the pages from the folder beside `src` and `dist`. */
function assets(): RequestHandler {
  return express.static(assetsFolder(), {
    index: false,
    setHeaders: (response) => response.setHeader("cache-control", "no-cache"),
  });
}

/** This file may stand in src/pages, or bundled in dist. */
function assetsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const assets = join(folder, "assets");
    if (existsSync(join(assets, "base.css"))) return assets;
    const parent = dirname(folder);
    if (parent === folder) throw new Error("The sandbox's assets folder is missing beside src and dist.");
    folder = parent;
  }
}

/** What the HTTP server shows; what is missing has no page. */
export interface SandboxParts {
  readonly mail?: MailCapture;
  readonly telegram?: TelegramSandbox;
  readonly payments?: PaymentsEmulator;
  readonly invoices?: InvoicesEmulator;
  readonly push?: PushSandbox;
  /** The product's own address, through which the payer's pages are reached; unset: this server's. */
  readonly publicUrl?: string;
}

/** A calendar elsewhere, of a teacher who also works at a school. */
const SCHOOL_CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Szkoła//Plan lekcji//PL",
  ...[
    { uid: "rada", start: "20260106T171500", end: "20260106T184500", rule: "FREQ=WEEKLY;BYDAY=TU" },
    { uid: "dyzur", start: "20260108T130000", end: "20260108T150000", rule: "FREQ=WEEKLY;BYDAY=TH" },
  ].flatMap(({ uid, start, end, rule }) => [
    "BEGIN:VEVENT",
    `UID:${uid}@szkola.example`,
    `DTSTART;TZID=Europe/Warsaw:${start}`,
    `DTEND;TZID=Europe/Warsaw:${end}`,
    `RRULE:${rule}`,
    "SUMMARY:Szkoła",
    "END:VEVENT",
  ]),
  "END:VCALENDAR",
  "",
].join("\r\n");

/** Everything under `/dev`. */
export function devRouter({ mail, telegram, payments, push, invoices }: SandboxParts): Router {
  const router = Router();
  const sections: Page["section"][] = [
    ...(mail ? (["inbox"] as const) : []),
    ...(telegram ? (["telegram"] as const) : []),
    ...(push ? (["push"] as const) : []),
    ...(payments ? (["payments"] as const) : []),
    ...(invoices ? (["invoices"] as const) : []),
  ];
  router.use("/assets", assets());
  router.get("/kalendarz.ics", (_request, response) => response.type("text/calendar").send(SCHOOL_CALENDAR));
  router.use(pageSecurity, ownSiteOnly);
  router.use(express.urlencoded({ extended: false }), express.json({ strict: false }));
  router.get("/", (_request, response) => response.redirect(`/dev/${sections[0] ?? "inbox"}`));
  if (mail) router.use(inboxRouter(mail, sections));
  if (telegram) router.use(telegramRouter(telegram, sections));
  if (push) router.use(pushRouter(push, sections));
  if (payments) router.use(paymentsRouter(payments, sections));
  if (invoices) router.use(invoicesRouter(invoices, sections));
  router.use((request, response) => {
    const text = "Nie ma tu takiej strony. Wiadomość lub telefon mogły zostać usunięte.";
    if (request.accepts(["html", "json"]) === "json") return void response.status(404).json({ error: text });
    const section = request.path.startsWith("/telegram") ? "telegram" : "inbox";
    const main = html`<main class="split"><div class="sheet placeholder"><p>${text}</p><p><a href="/dev/${section}">Wróć</a></p></div></main>`;
    response.status(404).send(page({ title: "Nie znaleziono", section, main }, sections));
  });
  router.use(onError);
  return router;
}

const onError: ErrorRequestHandler = (
  error: { status?: number; message?: string },
  _request,
  response,
  next,
) => {
  if (response.headersSent) return next(error);
  const status = error.status && error.status >= 400 && error.status < 500 ? error.status : 500;
  if (status === 500) console.error("A page of the sandbox failed:", error);
  response.status(status).json({ error: status === 500 ? "Wystąpił błąd." : "Nie można odczytać żądania." });
};
