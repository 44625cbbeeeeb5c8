import type { MailBrand, NotificationText } from "../message";
import { escapeHtml, safeUrl } from "./escape";
import type { MailFooter } from "./mail-footer";

/** The application's own colours, in both schemes. */
const LIGHT = {
  page: "#eff2f2",
  card: "#ffffff",
  text: "#1d2424",
  muted: "#4c5858",
  line: "#e3e8e8",
};
/** The product's own, where the centre has set none. */
const OWN_BRAND: MailBrand = { colour: "#0f766e", onDark: "#4bb5a4", logo: null };
const DARK = { page: "#111616", card: "#1a2121", text: "#e4e9e9", muted: "#a7b1b1", line: "#2d3535" };
const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * The mail's HTML part. Tables and inline styles, because that is what mail applications agree on; one column that
 * fits a phone, dark where the reader's device is.
 */
export function mailHtml(message: NotificationText, footer: MailFooter): string {
  const brand = footer.brand ?? OWN_BRAND;
  const parts = [
    `<h1 class="k-text" style="margin:0 0 12px;font:600 22px/1.3 ${FONT};color:${LIGHT.text}">${message.icon}\u00a0${escapeHtml(withoutOrphans(message.heading))}</h1>`,
    ...message.paragraphs.map(paragraph),
    details(message.details ?? []),
    button(message.action, brand),
    secondLink(message.secondary, brand),
    message.footnote === undefined ? "" : small(escapeHtml(message.footnote)),
  ].filter((part) => part !== "");
  return `<!doctype html>
<html lang="pl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapeHtml(message.subject)}</title>
<style>
@media (prefers-color-scheme:dark){
.k-page{background:${DARK.page}!important}
.k-card{background:${DARK.card}!important;border-color:${DARK.line}!important}
.k-text{color:${DARK.text}!important}
.k-muted{color:${DARK.muted}!important}
.k-line{border-color:${DARK.line}!important}
.k-link{color:${brand.onDark}!important}
}
</style>
</head>
<body class="k-page" style="margin:0;padding:0;background:${LIGHT.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader(message))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="k-page" style="background:${LIGHT.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 14px;font:600 16px/1.3 ${FONT};color:${brand.colour}" class="k-link">${logo(brand)}${escapeHtml(footer.centreName)}</td></tr>
<tr><td class="k-card" style="background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:14px;padding:26px 22px">
${parts.join("\n")}
</td></tr>
<tr><td class="k-muted" style="padding:16px 6px 0;font:400 13px/1.5 ${FONT};color:${LIGHT.muted}">${foot(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function logo({ logo: picture }: MailBrand): string {
  const url = picture && safeUrl(picture.url);
  if (!url) return "";
  const { width, height } = picture;
  return `<img src="${escapeHtml(url)}" alt="" width="${width}" height="${height}" style="width:${width}px;height:${height}px;border:0;border-radius:6px;vertical-align:middle;margin-right:10px">`;
}

function paragraph(text: string): string {
  return `<p class="k-text" style="margin:0 0 16px;font:400 16px/1.5 ${FONT};color:${LIGHT.text}">${lines(withoutOrphans(text))}</p>`;
}

function details(rows: NonNullable<NotificationText["details"]>): string {
  if (rows.length === 0) return "";
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><td class="k-line" style="padding:9px 0;border-top:1px solid ${LIGHT.line}">` +
      `<div class="k-muted" style="font:400 13px/1.4 ${FONT};color:${LIGHT.muted}">${escapeHtml(label)}</div>` +
      `<div class="k-text" style="font:500 16px/1.45 ${FONT};color:${LIGHT.text};word-break:break-word">${lines(value)}</div></td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">\n${cells.join("\n")}\n</table>`;
}

function button(action: NotificationText["action"], { colour }: MailBrand): string {
  const url = action && safeUrl(action.url);
  if (!url) return "";
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 14px"><tr><td align="center" bgcolor="${colour}" style="border-radius:10px"><a href="${escapeHtml(url)}" style="display:block;padding:13px 18px;font:600 16px/1.3 ${FONT};color:#ffffff;text-decoration:none;border-radius:10px">${escapeHtml(action.label)}</a></td></tr></table>`;
}

function secondLink(link: NotificationText["secondary"], { colour }: MailBrand): string {
  const url = link && safeUrl(link.url);
  if (!url) return "";
  return `<p style="margin:0 0 14px;text-align:center;font:500 15px/1.5 ${FONT}"><a class="k-link" href="${escapeHtml(url)}" style="color:${colour}">${escapeHtml(link.label)}</a></p>`;
}

function small(html: string): string {
  return `<p class="k-muted" style="margin:6px 0 0;font:400 14px/1.5 ${FONT};color:${LIGHT.muted}">${html}</p>`;
}

function foot(footer: MailFooter): string {
  const why = footer.settingsUrl
    ? `<a class="k-muted" href="${escapeHtml(footer.settingsUrl)}" style="color:${LIGHT.muted}">Wybierz, o czym i jak Cię powiadamiamy</a>`
    : escapeHtml(footer.why);
  return `${escapeHtml(footer.contact)}<br>${why}`;
}

/** What a mailbox shows beside the subject. */
function preheader({ paragraphs, details: rows = [] }: NotificationText): string {
  return [...paragraphs.slice(0, 1), ...rows.slice(0, 2).map(({ value }) => value)].join(" · ");
}

/** In Polish, a line does not end with a one-letter word. */
function withoutOrphans(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])([aiouwz]) /giu, "$1\u00a0");
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}
