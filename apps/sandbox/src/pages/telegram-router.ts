import { type Request, type Response, Router } from "express";
import type { ChatRecord } from "../telegram/chat-book";
import type { TelegramSandbox } from "../telegram/emulator";
import { ActionRefused } from "../telegram/person-actions";
import { html } from "./html";
import {
  bodyText,
  hangUpSignal,
  queryText,
  sendOutcome,
  serveFaults,
  waitForChange,
  waitMs,
  wholeNumber,
} from "./requests";
import { type Page, page } from "./shell";
import {
  answerNote,
  composer,
  conversation,
  linkOpener,
  moreMenu,
  noPhoneOpen,
  phone,
  phoneColumn,
  phoneList,
} from "./telegram-views";

/** What Telegram lets a link carry. */
const START = /^[\w-]{1,64}$/;

/** Serves `/dev/telegram`: the phones as pages and as JSON, their actions, and faults for drills. */
export function telegramRouter(telegram: TelegramSandbox, sections: readonly Page["section"][]): Router {
  const router = Router();
  const { chats, people } = telegram;

  /** `?start=` is what a link to the bot carries: the phone that is chosen opens it. */
  router.get("/telegram", (request, response) => {
    const carried = queryText(request, "start");
    response.send(START.test(carried) ? openerPage(carried) : telegramPage(chats.list()[0], "on-list"));
  });

  router.get("/telegram/live", async (request, response) => {
    if (!(await waitForChange(chats.changes, request, response))) return;
    const chat = chats.find(wholeNumber(queryText(request, "chat")) ?? 0);
    response.json({
      revision: chats.changes.revision,
      parts: {
        list: phoneList(chats.list(), chat?.person.id ?? null).text,
        ...(chat
          ? {
              answer: answerNote(telegram, chat).text,
              conversation: conversation(telegram, chat).text,
              composer: composer(telegram, chat).text,
              more: moreMenu(telegram, chat).text,
            }
          : {}),
      },
    });
  });

  serveFaults(router, "/telegram/faults", telegram.faults);

  router.post("/telegram/chats", (request, response) => {
    const id = wholeNumber(bodyText(request, "id"));
    const chat = chats.open({
      ...(id ? { id } : {}),
      firstName: bodyText(request, "firstName").slice(0, 64),
      lastName: bodyText(request, "lastName").slice(0, 64),
      username: bodyText(request, "username").slice(0, 32),
      started: bodyText(request, "started") === "true",
    });
    const carried = bodyText(request, "start");
    if (START.test(carried)) people.sendText(chat.person.id, `/start ${carried}`);
    sendOutcome(request, response, chat, `/dev/telegram/${chat.person.id}`);
  });

  router.get("/telegram/:chat", (request, response, next) => {
    const chat = chatOf(request);
    if (!chat) return next();
    response.send(telegramPage(chat, "on-pane"));
  });

  /** Returns the bot's messages after number `after`; with `wait` it waits for one. */
  router.get("/telegram/:chat/messages.json", async (request, response, next) => {
    const chat = chatOf(request);
    if (!chat) return next();
    const after = wholeNumber(queryText(request, "after")) ?? 0;
    const matching = () => telegram.botMessages(chat.person.id).filter((each) => each.message_id > after);
    const signal = hangUpSignal(response);
    const until = Date.now() + waitMs(request);
    while (matching().length === 0 && !signal.aborted && Date.now() < until)
      await chats.changes.next(until - Date.now(), signal);
    response.json(matching());
  });

  router.post("/telegram/:chat/messages", (request, response, next) =>
    act(request, response, next, (id) => people.sendText(id, bodyText(request, "text"))),
  );
  router.post("/telegram/:chat/messages/:message/buttons/:index", (request, response, next) =>
    act(request, response, next, (id) =>
      people.pressButton(id, Number(request.params.message), Number(request.params.index)),
    ),
  );
  router.post("/telegram/:chat/block", (request, response, next) =>
    act(request, response, next, (id) => people.block(id)),
  );
  router.post("/telegram/:chat/unblock", (request, response, next) =>
    act(request, response, next, (id) => people.unblock(id)),
  );

  return router;

  function chatOf(request: Request): ChatRecord | undefined {
    return chats.find(wholeNumber(String(request.params.chat)) ?? 0);
  }

  function act(
    request: Request,
    response: Response,
    next: () => void,
    action: (chatId: number) => unknown,
  ): void {
    const chat = chatOf(request);
    if (!chat) {
      next();
      return;
    }
    try {
      const outcome = action(chat.person.id);
      sendOutcome(request, response, outcome ?? {}, `/dev/telegram/${chat.person.id}`);
    } catch (error) {
      if (!(error instanceof ActionRefused)) throw error;
      response.status(409).json({ error: error.message });
    }
  }

  function openerPage(carried: string): string {
    const phones = chats.list().filter(({ reach }) => reach === "reachable");
    const main = html`<main class="split on-pane">${phoneColumn(2, phoneList(chats.list(), null))}<div class="pane">${linkOpener(phones, carried)}</div></main>`;
    const live = { address: "/dev/telegram/live?chat=", revision: chats.changes.revision };
    return page({ title: "Telegram", section: "telegram", live, main }, sections);
  }

  function telegramPage(chat: ChatRecord | undefined, shown: "on-list" | "on-pane"): string {
    const main = html`<main class="split ${shown}">${phoneColumn(shown === "on-list" ? 1 : 2, phoneList(chats.list(), chat?.person.id ?? null))}<div class="pane">${
      chat ? phone(shown === "on-list" ? 2 : 1, telegram, chat) : noPhoneOpen
    }</div></main>`;
    const live = {
      address: `/dev/telegram/live?chat=${chat?.person.id ?? ""}`,
      revision: chats.changes.revision,
    };
    return page({ title: "Telegram", section: "telegram", live, main }, sections);
  }
}
