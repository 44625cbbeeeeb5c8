import { Router } from "express";
import type { CapturedMail } from "../mail/captured-mail";
import type { MailCapture } from "../mail/mail-capture";
import { html } from "./html";
import {
  framedHtml,
  MAIL_VIEWS,
  type MailView,
  mailColumn,
  mailList,
  noMailOpen,
  openMail,
} from "./inbox-views";
import { allowInFrame } from "./page-security";
import { hangUpSignal, queryText, sendOutcome, serveFaults, waitForChange, waitMs } from "./requests";
import { type Page, page } from "./shell";

/** The number of mails in the list; searching finds the others. */
const LIST_MAX = 200;

/** Serves `/dev/inbox`: captured mail as pages and as JSON, and faults for drills. */
export function inboxRouter(mail: MailCapture, sections: readonly Page["section"][]): Router {
  const router = Router();
  const { store } = mail;
  const found = (search: string) => newestFirst(store.list(), search);

  router.get("/inbox", (request, response) => {
    const search = queryText(request, "q");
    response.send(
      page(
        {
          title: "Poczta",
          section: "inbox",
          live: live(null, search),
          main: html`<main class="split on-list">${column(search, null)}<div class="pane">${noMailOpen}</div></main>`,
        },
        sections,
      ),
    );
  });

  router.get("/inbox.json", async (request, response) => {
    const [to, after] = [queryText(request, "to").toLowerCase(), queryText(request, "after")];
    const matching = () =>
      store
        .list()
        .filter(
          (each) =>
            each.id > after && (!to || each.envelope.to.some((address) => address.toLowerCase() === to)),
        );
    const signal = hangUpSignal(response);
    const until = Date.now() + waitMs(request);
    while (matching().length === 0 && !signal.aborted && Date.now() < until)
      await store.changes.next(until - Date.now(), signal);
    response.json(matching().reverse().map(asJson));
  });

  router.get("/inbox/live", async (request, response) => {
    if (!(await waitForChange(store.changes, request, response))) return;
    const search = queryText(request, "q");
    const mails = found(search);
    response.json({
      revision: store.changes.revision,
      parts: {
        list: mailList(mails.slice(0, LIST_MAX), queryText(request, "open"), search).text,
        count: String(mails.length),
      },
    });
  });

  router.post("/inbox/clear", async (request, response) => {
    await mail.clear();
    sendOutcome(request, response, {}, "/dev/inbox");
  });

  serveFaults(router, "/inbox/faults", mail.faults);

  router.get("/inbox/:id", (request, response, next) => {
    const opened = store.find(request.params.id);
    if (!opened) return next();
    const search = queryText(request, "q");
    response.send(
      page(
        {
          title: opened.subject || "Wiadomość",
          section: "inbox",
          live: live(opened.id, search),
          main: html`<main class="split on-pane">${column(search, opened.id)}<div class="pane">${openMail(opened, viewOf(opened, queryText(request, "view")))}</div></main>`,
        },
        sections,
      ),
    );
  });

  router.get("/inbox/:id/html", (request, response, next) => {
    const opened = store.find(request.params.id);
    if (!opened) return next();
    allowInFrame(response);
    response.send(framedHtml(opened));
  });

  router.get("/inbox/:id/source", (request, response, next) => {
    const opened = store.find(request.params.id);
    if (!opened) return next();
    response.attachment(`${opened.id}.eml`).type("message/rfc822").send(opened.raw);
  });

  router.get("/inbox/:id/attachments/:index", (request, response, next) => {
    const attachment = store.find(request.params.id)?.attachments[Number(request.params.index)];
    if (!attachment) return next();
    response.attachment(attachment.fileName).type(attachment.contentType).send(attachment.content);
  });

  return router;

  function column(search: string, openId: string | null) {
    const mails = found(search);
    return mailColumn(
      openId ? 2 : 1,
      mailList(mails.slice(0, LIST_MAX), openId, search),
      mails.length,
      search,
    );
  }

  function live(openId: string | null, search: string) {
    const query = new URLSearchParams({
      ...(openId ? { open: openId } : {}),
      ...(search ? { q: search } : {}),
    });
    return { address: `/dev/inbox/live?${query}`, revision: store.changes.revision };
  }
}

function newestFirst(mails: readonly CapturedMail[], search: string): CapturedMail[] {
  const wanted = search.trim().toLowerCase();
  return mails
    .filter(({ envelope, subject }) => `${envelope.to.join(" ")} ${subject}`.toLowerCase().includes(wanted))
    .reverse();
}

function viewOf(mail: CapturedMail, wanted: string): MailView {
  const view = MAIL_VIEWS.find((each) => each === wanted) ?? "html";
  return view === "html" && !mail.html ? "text" : view;
}

function asJson({ id, receivedAt, envelope, from, to, subject, text, html: markup, links }: CapturedMail) {
  return { id, receivedAt, envelope, from, to, subject, text, html: markup, links };
}
