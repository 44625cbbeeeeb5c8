import type { CapturedMail } from "../mail/captured-mail";
import { externalLink, type Html, heading, html, linkified } from "./html";
import { briefMoment, wholeMoment } from "./moments";

const PREVIEW_LENGTH = 140;

/** The views of a mail: its HTML, its text, its headers. */
export const MAIL_VIEWS = ["html", "text", "headers"] as const;
export type MailView = (typeof MAIL_VIEWS)[number];

const VIEW_NAMES: Readonly<Record<MailView, string>> = {
  html: "Wygląd",
  text: "Sam tekst",
  headers: "Nagłówki",
};

/** Renders the list of mails found by `search`, newest first. */
export function mailList(mails: readonly CapturedMail[], openId: string | null, search: string): Html {
  if (mails.length === 0) {
    return html`<p class="empty">${
      search
        ? "Żadna wiadomość nie pasuje do wyszukiwania."
        : "Skrzynka jest pusta. Trafi tu każda wiadomość, którą wyśle aplikacja, na przykład po rejestracji."
    }</p>`;
  }
  const now = new Date();
  const query = search ? `?q=${encodeURIComponent(search)}` : "";
  return html`<ol class="rows">${mails.map(
    (mail) => html`<li><a class="row" href="/dev/inbox/${mail.id}${query}" data-newest="${mail.id}"${
      mail.id === openId ? html` aria-current="true"` : ""
    }>
<span class="row-top"><strong>${mail.envelope.to.join(", ")}</strong><time datetime="${mail.receivedAt.toISOString()}">${briefMoment(mail.receivedAt, now)}</time></span>
<span class="row-title">${mail.subject || "(bez tematu)"}</span>
<span class="row-text">${preview(mail.text)}</span>
</a></li>`,
  )}</ol>`;
}

/** Renders the column with search, list and the button that deletes all mails. */
export function mailColumn(level: 1 | 2, list: Html, count: number, search: string): Html {
  return html`<section class="column" aria-labelledby="inbox-heading">
<div class="column-head">
${heading(level, "inbox-heading", html`Skrzynka <span class="count" id="count">${count}</span>`)}
<form method="post" action="/dev/inbox/clear" data-send data-confirm="Usunąć wszystkie wiadomości ze skrzynki?"><button class="quiet">Opróżnij</button></form>
</div>
<form class="search" role="search" action="/dev/inbox"><label class="hidden" for="q">Szukaj adresata lub tematu</label><input id="q" type="search" name="q" value="${search}" placeholder="Szukaj adresata lub tematu"></form>
<div id="list">${list}</div>
</section>`;
}

/** Renders one mail. */
export function openMail(mail: CapturedMail, view: MailView): Html {
  return html`<article class="sheet" aria-labelledby="subject">
<a class="to-list" href="/dev/inbox">← Skrzynka</a>
<header class="mail-head">
<h1 id="subject">${mail.subject || "(bez tematu)"}</h1>
<dl>
<div><dt>Od</dt><dd>${mail.from || mail.envelope.from}</dd></div>
<div><dt>Do</dt><dd>${mail.to || mail.envelope.to.join(", ")}</dd></div>
<div><dt>Kiedy</dt><dd><time datetime="${mail.receivedAt.toISOString()}">${wholeMoment(mail.receivedAt)}</time></dd></div>
</dl>
</header>
${mail.links.length > 0 && linkBox(mail.links)}
<div class="tabs-row">
<nav class="tabs" aria-label="Części wiadomości">${MAIL_VIEWS.filter(
    (each) => each !== "html" || mail.html,
  ).map(
    (each) =>
      html`<a href="/dev/inbox/${mail.id}?view=${each}"${each === view ? html` aria-current="page"` : ""}>${VIEW_NAMES[each]}</a>`,
  )}</nav>
<a class="quiet" href="/dev/inbox/${mail.id}/source" download>Pobierz .eml</a>
</div>
${viewed(mail, view)}
${mail.attachments.length > 0 && attachmentList(mail)}
</article>`;
}

/** Shown beside the list while no mail is open. */
export const noMailOpen = html`<div class="sheet placeholder"><p>Wybierz wiadomość z listy.</p>
<p class="soft">Aplikacja wysyła pocztę zwykłym protokołem SMTP. Piaskownica zatrzymuje ją tutaj i niczego nie przekazuje dalej.</p></div>`;

function viewed(mail: CapturedMail, view: MailView): Html {
  if (view === "html") {
    return html`<div class="preview">
<label class="width-switch"><input type="checkbox" id="phone-width"> szerokość telefonu</label>
<iframe src="/dev/inbox/${mail.id}/html" title="Treść wiadomości" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
</div>`;
  }
  if (view === "text")
    return html`<pre class="plain">${mail.text ? linkified(mail.text) : "(wiadomość nie ma części tekstowej)"}</pre>`;
  return html`<div class="headers" role="region" aria-label="Nagłówki" tabindex="0"><table><tbody>${mail.headers.map(
    ({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  )}</tbody></table></div>`;
}

/** Renders the links of a mail in one place, so that "confirm your account" is one click away. */
function linkBox(links: readonly string[]): Html {
  return html`<details class="links"${links.length <= 3 && html` open`}><summary>Odnośniki w wiadomości (${links.length})</summary><ul>${links.map(
    (address) => html`<li>${externalLink(address, address)}</li>`,
  )}</ul></details>`;
}

function attachmentList(mail: CapturedMail): Html {
  return html`<section class="attachments" aria-labelledby="attachments"><h2 id="attachments">Załączniki</h2><ul>${mail.attachments.map(
    ({ fileName, content }, index) =>
      html`<li><a href="/dev/inbox/${mail.id}/attachments/${index}" download="${fileName}">${fileName}</a> <span class="soft">${Math.max(1, Math.round(content.length / 1024))} kB</span></li>`,
  )}</ul></section>`;
}

function preview(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length > PREVIEW_LENGTH ? `${flat.slice(0, PREVIEW_LENGTH)}…` : flat;
}

/**
 * Returns the HTML part for its frame: links open outside the frame, and the background is white unless the mail sets
 * another one, as in mail apps.
 */
export function framedHtml(mail: CapturedMail): string {
  return `<!doctype html><html lang="pl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><base target="_blank"></head>${mail.html ?? ""}`;
}
