import { Router } from "express";
import type { Phone, PhoneMessage, PushSandbox } from "../push/emulator";
import { type Html, html } from "./html";
import { clockTime } from "./moments";
import { bodyText, queryText, sendOutcome, serveFaults, waitForChange } from "./requests";
import { type Page, page } from "./shell";

const DEFAULT_NAME = "Telefon z piaskownicy";

/** `/dev/push`: phones that show what they get, and faults for drills. */
export function pushRouter(push: PushSandbox, sections: readonly Page["section"][]): Router {
  const router = Router();

  router.get("/push", (request, response) => {
    const main = html`<main class="push">${phones(push, queryText(request, "telefon"))}</main>`;
    const live = { address: "/dev/push/live", revision: push.changes.revision };
    response.send(page({ title: "Telefony", section: "push", live, main }, sections));
  });

  router.get("/push/live", async (request, response) => {
    if (!(await waitForChange(push.changes, request, response))) return;
    response.json({ revision: push.changes.revision, parts: { phones: phoneCards(push.list()).text } });
  });

  /** What the phones showed, for scripts. */
  router.get("/push.json", (_request, response) => {
    response.json(push.list().map(({ id, name, isOn, shown }) => ({ id, name, isOn, shown })));
  });

  router.post("/push", (request, response) => {
    const name = bodyText(request, "name").trim().slice(0, 80) || DEFAULT_NAME;
    sendOutcome(request, response, { name, ...push.openPhone(name) }, "/dev/push");
  });

  serveFaults(router, "/push/faults", push.faults);

  router.post("/push/:id/:action", (request, response, next) => {
    const phone = push.find(request.params.id);
    if (!phone) return next();
    const { action } = request.params;
    if (action === "on" || action === "off") push.switch(phone, action === "on");
    else if (action === "remove") push.remove(phone.id);
    else return next();
    sendOutcome(request, response, {}, "/dev/push");
  });

  return router;
}

function phones(push: PushSandbox, opened: string): Html {
  return html`<section class="sheet" aria-labelledby="push-heading">
<h1 id="push-heading">Telefony</h1>
<p class="soft">Każdy telefon odszyfrowuje i pokazuje powiadomienia, które dostaje, i potwierdza to aplikacji. Połączysz go z kontem w ustawieniach: „Dodaj telefon z piaskownicy”.</p>
<p class="failure" role="alert" data-error hidden></p>
<div id="phones" data-opened="${opened}">${phoneCards(push.list())}</div>
</section>`;
}

function phoneCards(list: readonly Phone[]): Html {
  if (list.length === 0) return html`<p class="empty">Nie ma jeszcze żadnego telefonu.</p>`;
  return html`${list.map((phone) => {
    const latest = latestByTag(phone.shown);
    return html`<article class="device${phone.isOn ? "" : " is-off"}" aria-label="${phone.name}">
<header><h2>${phone.name}</h2><span class="badge" aria-label="Plakietka: ${badgeOf(phone)}">${badgeOf(phone)}</span>
<form method="post" action="/dev/push/${phone.id}/${phone.isOn ? "off" : "on"}" data-send><button class="quiet">${phone.isOn ? "Wyłącz" : "Włącz"}</button></form>
<form method="post" action="/dev/push/${phone.id}/remove" data-send><button class="danger">Wyrzuć</button></form></header>
${!phone.isOn && html`<p class="soft">Wyłączony. Czekających wiadomości: ${phone.waiting.length}.</p>`}
${
  latest.length === 0
    ? html`<p class="empty">Nic jeszcze nie przyszło.</p>`
    : html`<ol>${latest.map(notification)}</ol>`
}
</article>`;
  })}`;
}

function notification({ payload, at, urgency }: PhoneMessage): Html {
  return html`<li class="shown"><a href="${payload.url}"><strong>${payload.title}</strong><time>${clockTime(at)}</time><span>${payload.body}</span></a>
<p>${payload.actions.map(({ title, url }) => html`<a class="button" href="${url}">${title}</a>`)}${urgency === "high" && html`<span class="soft">pilne</span>`}</p></li>`;
}

/** What stands on the screen, the newest first: a later message with the same tag replaced an earlier one. */
function latestByTag(shown: readonly PhoneMessage[]): PhoneMessage[] {
  return [...new Map(shown.map((message) => [message.payload.tag, message])).values()].sort(
    (a, b) => b.at.getTime() - a.at.getTime(),
  );
}

function badgeOf({ shown }: Phone): number {
  return shown.at(-1)?.payload.badge ?? 0;
}
