import { type Html, html } from "./html";

export interface Page {
  readonly title: string;
  readonly section: "inbox" | "telegram" | "push" | "payments" | "invoices";
  /** Where the script asks for news of the page, and the state that is shown. */
  readonly live?: { readonly address: string; readonly revision: number };
  readonly main: Html;
}

const SECTIONS = [
  { id: "inbox", address: "/dev/inbox", text: "Poczta" },
  { id: "telegram", address: "/dev/telegram", text: "Telegram" },
  { id: "push", address: "/dev/push", text: "Telefony" },
  { id: "payments", address: "/dev/payments", text: "Płatności" },
  { id: "invoices", address: "/dev/invoices", text: "Faktury" },
] as const;

/** A whole page of the sandbox. */
export function page({ title, section, live, main }: Page, sections: readonly Page["section"][]): string {
  const links = SECTIONS.filter(({ id }) => sections.includes(id)).map(
    ({ id, address, text }) =>
      html`<a href="${address}"${id === section ? html` aria-current="page"` : ""}>${text}</a>`,
  );
  return html`<!doctype html>
<html lang="pl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Piaskownica</title>
<link rel="stylesheet" href="/dev/assets/base.css">
<link rel="stylesheet" href="/dev/assets/${section === "invoices" ? "payments" : section}.css">
<link rel="icon" href="/dev/assets/sandbox.svg" type="image/svg+xml">
<script type="module" src="/dev/assets/sandbox.js"></script>
${live && html`<noscript><meta http-equiv="refresh" content="5"></noscript>`}
</head>
<body class="${section}"${live && html` data-live="${live.address}" data-revision="${live.revision}"`}>
<header class="bar">
<a class="brand" href="/dev/${section}" aria-label="Piaskownica"><img src="/dev/assets/sandbox.svg" alt="" width="28" height="28"><span>Piaskownica</span></a>
<nav class="sections" aria-label="Piaskownica">${links}</nav>
<a class="back" href="/">Do aplikacji</a>
</header>
${main}
</body>
</html>`.text;
}
