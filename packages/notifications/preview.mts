// Writes every notification as people see it, phone-sized, light and dark, into one page for developers.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { NOTIFICATIONS, renderMail, renderTelegram, SAMPLE_CONTEXT, type TelegramButton } from "./src/index";
import { escapeHtml } from "./src/layouts/escape";

const folder = path.join(import.meta.dirname, "preview");
const frame = (html: string, scheme: string) =>
  `<iframe title="${scheme}" style="color-scheme:${scheme}" srcdoc="${escapeHtml(html)}"></iframe>`;
const keyboard = (rows: TelegramButton[][]) =>
  rows.map((row) => `<div>${row.map(({ text }) => `<b>${escapeHtml(text)}</b>`).join("")}</div>`).join("");

const sections = NOTIFICATIONS.flatMap(({ samples }) => samples).map(({ to, notification }) => {
  const context = { ...SAMPLE_CONTEXT, recipientRole: to };
  const mail = renderMail(notification, context);
  const chat = renderTelegram(notification, context);
  return `<section><h2>${notification.kind} → ${to ?? "visitor"}</h2><p>${escapeHtml(mail.subject)}</p>
<div class="row">${frame(mail.html, "light")}${frame(mail.html, "dark")}
<div class="chat"><div class="bubble">${chat.html}</div>${keyboard(chat.keyboard)}</div>
<pre>${escapeHtml(mail.text)}</pre></div></section>`;
});

mkdirSync(folder, { recursive: true });
const file = path.join(folder, "index.html");
writeFileSync(
  file,
  `<!doctype html><html lang="pl"><meta charset="utf-8"><title>Powiadomienia</title><style>
body{font:15px/1.45 system-ui;margin:24px;background:#fafafa}
.row{display:flex;gap:16px;align-items:flex-start;overflow-x:auto}
iframe{width:390px;height:640px;border:1px solid #ccc;border-radius:12px;flex:none}
.chat{width:340px;flex:none;background:#d7e3ec;border-radius:12px;padding:12px}
.bubble{background:#fff;border-radius:12px;padding:10px 12px;white-space:pre-wrap;overflow-wrap:anywhere}
.chat div:not(.bubble){display:flex;gap:6px;margin-top:6px}
.chat div:not(.bubble)>b{flex:1;text-align:center;background:#5a7f9b;color:#fff;border-radius:8px;padding:7px;font-weight:500}
pre{width:420px;flex:none;white-space:pre-wrap;background:#fff;border:1px solid #ddd;border-radius:12px;padding:12px;margin:0}
</style>${sections.join("\n")}</html>\n`,
);
console.log(`Open ${file}`);
