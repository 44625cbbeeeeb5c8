import type { InlineKeyboardButton, Message } from "../telegram/bot-api-objects";
import type { ChatRecord } from "../telegram/chat-book";
import type { TelegramSandbox } from "../telegram/emulator";
import { type Html, heading, html } from "./html";
import { COMMAND_FORM, messageText } from "./message-text";
import { briefMoment, clockTime, dayKey, dayName } from "./moments";

const chatAddress = ({ person }: ChatRecord) => `/dev/telegram/${person.id}`;
const fullName = ({ person }: ChatRecord) => [person.first_name, person.last_name].filter(Boolean).join(" ");
const momentOf = (message: Message) => new Date(message.date * 1000);

/** Renders the list of phones, the last used one first. */
export function phoneList(chats: readonly ChatRecord[], openId: number | null): Html {
  const now = new Date();
  return html`<ol class="rows">${chats.map((chat) => {
    const last = chat.messages.at(-1);
    return html`<li><a class="row with-avatar" href="${chatAddress(chat)}" data-seen="${chat.person.id}" data-newest="${last?.message_id ?? 0}"${
      chat.person.id === openId ? html` aria-current="true"` : ""
    }>
${avatar(fullName(chat), chat.person.id)}
<span class="row-body"><span class="row-top"><strong>${fullName(chat)}</strong>${
      last &&
      html`<time datetime="${momentOf(last).toISOString()}">${briefMoment(momentOf(last), now)}</time>`
    }</span>
<span class="row-text">${lastWords(chat, last)}</span></span>
<span class="unread" hidden>nowe</span>
</a></li>`;
  })}</ol>`;
}

/** Renders the column with the phones and the form for a new one. */
export function phoneColumn(level: 1 | 2, list: Html): Html {
  return html`<section class="column" aria-labelledby="phones-heading">
<div class="column-head">${heading(level, "phones-heading", "Telefony")}</div>
<p class="soft lead">Każdy telefon to inna osoba, która rozmawia z botem aplikacji, jak w Telegramie.</p>
<div id="list">${list}</div>
<details class="new-phone"><summary>Nowy telefon</summary>
<form method="post" action="/dev/telegram/chats">
<label>Imię <input name="firstName" required maxlength="64" autocomplete="off"></label>
<label>Nazwisko <input name="lastName" maxlength="64" autocomplete="off"></label>
<button class="primary">Dodaj telefon</button>
</form></details>
</section>`;
}

/** Renders one phone with its chat. */
export function phone(level: 1 | 2, telegram: TelegramSandbox, chat: ChatRecord): Html {
  const { bot } = telegram;
  return html`<section class="phone" aria-label="Telefon: ${fullName(chat)}">
<header class="phone-head">
<a class="to-list" href="/dev/telegram" aria-label="Wróć do listy telefonów">←</a>
${avatar(bot.first_name, bot.id)}
<div class="phone-title">${heading(level, "bot-heading", bot.first_name)}<span class="soft">bot · telefon: ${fullName(chat)}</span></div>
<details class="more"><summary aria-label="Więcej">⋮</summary><div class="popup" id="more">${moreMenu(telegram, chat)}</div></details>
</header>
<div id="answer" role="status">${answerNote(telegram, chat)}</div>
<div class="conversation" id="conversation" role="log" aria-label="Rozmowa z botem" tabindex="0">${conversation(telegram, chat)}</div>
<form id="${COMMAND_FORM}" method="post" action="${chatAddress(chat)}/messages" data-send hidden></form>
<footer class="composer" id="composer">${composer(telegram, chat)}</footer>
<p class="failure" role="alert" data-error hidden></p>
</section>`;
}

/** Shown beside the list while there is no phone. */
export const noPhoneOpen = html`<div class="sheet placeholder"><p>Dodaj telefon, aby porozmawiać z botem.</p></div>`;

/** Renders the choice of a phone that opens a link to the bot: what the link carries is sent with START. */
export function linkOpener(chats: readonly ChatRecord[], carried: string): Html {
  return html`<section class="sheet opener" aria-labelledby="opener-heading">
${heading(1, "opener-heading", "Link do bota")}
<p class="soft">Wybierz telefon, na którym go otwierasz. Bot dostanie START z tego linku.</p>
${chats.map(
  (chat) =>
    html`<form method="post" action="${chatAddress(chat)}/messages"><button class="wide" name="text" value="/start ${carried}">START: ${fullName(chat)}</button></form>`,
)}
<form class="opener-new" method="post" action="/dev/telegram/chats">
<input type="hidden" name="start" value="${carried}"><input type="hidden" name="started" value="true">
<label>Nowy telefon, imię <input name="firstName" required maxlength="64" autocomplete="off"></label>
<button class="primary">Dodaj i otwórz</button>
</form>
</section>`;
}

/** Renders the menu of the chat. */
export function moreMenu(telegram: TelegramSandbox, chat: ChatRecord): Html {
  const blocked = chat.reach === "blocked";
  return html`<dl><div><dt>Bot</dt><dd>@${telegram.bot.username}</dd></div><div><dt>Numer czatu</dt><dd>${chat.person.id}</dd></div></dl>
<form method="post" action="${chatAddress(chat)}/${blocked ? "unblock" : "block"}" data-send><button class="${blocked ? "quiet" : "danger"}">${
    blocked ? "Odblokuj bota" : "Zablokuj bota"
  }</button></form>`;
}

/** Renders the bot's answer to the last pressed button. */
export function answerNote(telegram: TelegramSandbox, chat: ChatRecord): Html {
  const answer = telegram.chats.lastAnswer(chat.person.id);
  if (!answer?.text || Date.now() - answer.at > 10_000) return html``;
  return answer.showAlert
    ? html`<div class="alert"><p>${answer.text}</p><button type="button" class="primary" data-close>OK</button></div>`
    : html`<div class="note">${answer.text}</div>`;
}

/** Renders the messages, oldest first, with a line at the start of each day. */
export function conversation(telegram: TelegramSandbox, chat: ChatRecord): Html {
  if (chat.messages.length === 0) return introduction;
  const now = new Date();
  let day = "";
  return html`${chat.messages.map((message) => {
    const moment = momentOf(message);
    const begins = dayKey(moment) !== day;
    day = dayKey(moment);
    return html`${begins && html`<p class="day"><span>${dayName(moment, now)}</span></p>`}${bubble(telegram, chat, message)}`;
  })}`;
}

const introduction = html`<div class="introduction"><p class="title">Co potrafi ten bot?</p><p>Naciśnij START i zobacz, co odpowie.</p></div>`;

function bubble(telegram: TelegramSandbox, chat: ChatRecord, message: Message): Html {
  const mine = !message.from.is_bot;
  return html`<article class="bubble-group ${mine ? "mine" : "theirs"}" data-message="${message.message_id}">
<div class="bubble"><div class="text">${messageText(message)}</div><span class="meta">${
    message.edit_date && "edytowano "
  }<time datetime="${momentOf(message).toISOString()}">${clockTime(momentOf(message))}</time></span></div>
${message.reply_markup && keyboard(telegram, chat, message)}
</article>`;
}

function keyboard(telegram: TelegramSandbox, chat: ChatRecord, message: Message): Html {
  const waiting = telegram.callbacks.isWaiting(chat.person.id, message.message_id);
  let index = 0;
  const rows = message.reply_markup?.inline_keyboard ?? [];
  return html`<div class="keyboard"${waiting && html` aria-busy="true"`}>${rows.map(
    (row) =>
      html`<div class="keyboard-row">${row.map((button) => inlineButton(chat, message, button, index++))}</div>`,
  )}</div>`;
}

function inlineButton(chat: ChatRecord, message: Message, button: InlineKeyboardButton, index: number): Html {
  if ("callback_data" in button) {
    return html`<form method="post" action="${chatAddress(chat)}/messages/${message.message_id}/buttons/${index}" data-send><button${
      chat.reach !== "reachable" && html` disabled`
    }>${button.text}</button></form>`;
  }
  return html`<a class="button" href="${button.url}" target="_blank" rel="noopener noreferrer">${button.text} ↗</a>`;
}

/** Renders the text field and the bot's commands, or the only possible button. */
export function composer(telegram: TelegramSandbox, chat: ChatRecord): Html {
  const send = `${chatAddress(chat)}/messages`;
  if (chat.reach === "deactivated") return html`<p class="soft">To konto Telegrama już nie istnieje.</p>`;
  if (chat.reach === "blocked")
    return html`<form method="post" action="${chatAddress(chat)}/unblock" data-send><button class="wide">ODBLOKUJ</button></form>`;
  if (!chat.started)
    return html`<form method="post" action="${send}" data-send><button class="wide" name="text" value="/start">START</button></form>`;
  const { commands } = telegram;
  return html`${
    commands.length > 0 &&
    html`<details class="commands"><summary>Menu</summary><div class="popup">${commands.map(
      ({ command, description }) =>
        html`<button form="${COMMAND_FORM}" name="text" value="/${command}"><b>/${command}</b><span>${description}</span></button>`,
    )}</div></details>`
  }
<form class="write" method="post" action="${send}" data-send data-reset>
<label class="hidden" for="text">Wiadomość</label>
<input id="text" name="text" placeholder="Wiadomość" autocomplete="off" maxlength="4096" required data-keep>
<button class="send" aria-label="Wyślij">➤</button>
</form>`;
}

function lastWords(chat: ChatRecord, last: Message | undefined): string {
  if (chat.reach === "blocked") return "bot zablokowany";
  if (!last) return chat.started ? "brak wiadomości" : "nie zaczęto rozmowy";
  const text = last.text.replace(/\s+/g, " ");
  return `${last.from.is_bot ? "" : "Ty: "}${text.slice(0, 80)}`;
}

/** Renders two letters on one of six colours, constant for a person. */
function avatar(name: string, id: number): Html {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
  return html`<span class="avatar tone-${id % 6}" aria-hidden="true">${letters}</span>`;
}
