import { badRequest } from "./bot-api-error";
import type { BotCommand, MenuButton } from "./bot-api-objects";
import type { BotRecord } from "./state-folder";

/** "At most 100 commands can be specified." */
export const COMMANDS_MAX = 100;

export interface CommandScope {
  readonly type: string;
  readonly chat_id?: number | string;
  readonly user_id?: number;
}

/** What the bot tells of itself: commands, name, descriptions, menu button. */
export class BotProfile {
  constructor(
    private readonly record: BotRecord,
    private readonly changed: () => void,
    private readonly givenName: string,
  ) {}

  setCommands(scope: CommandScope, language: string, commands: readonly BotCommand[] | null): void {
    const key = commandsKey(scope, language);
    if (commands) this.record.commands[key] = [...commands];
    else delete this.record.commands[key];
    this.changed();
  }

  /** The list set for exactly that scope and language; empty where there is none. */
  commands(scope: CommandScope, language: string): BotCommand[] {
    return this.record.commands[commandsKey(scope, language)] ?? [];
  }

  /** The list that the person sees in the chat, by the description's "Determining list of commands". */
  commandsInChat(chatId: number, language: string): BotCommand[] {
    const scopes: CommandScope[] = [
      { type: "chat", chat_id: chatId },
      { type: "all_private_chats" },
      { type: "default" },
    ];
    for (const scope of scopes) {
      for (const spoken of [language, ""]) {
        const commands = this.record.commands[commandsKey(scope, spoken)];
        if (commands) return commands;
      }
    }
    return [];
  }

  setName(language: string, name: string): void {
    this.#setText("names", language, name, 64);
  }

  name(language: string): string {
    return this.#text("names", language) || this.givenName;
  }

  setDescription(language: string, text: string): void {
    this.#setText("descriptions", language, text, 512);
  }

  description(language: string): string {
    return this.#text("descriptions", language);
  }

  setShortDescription(language: string, text: string): void {
    this.#setText("shortDescriptions", language, text, 120);
  }

  shortDescription(language: string): string {
    return this.#text("shortDescriptions", language);
  }

  setMenuButton(chatId: number | undefined, button: MenuButton): void {
    this.record.menuButtons[chatId ?? "default"] = button;
    this.changed();
  }

  menuButton(chatId: number | undefined): MenuButton {
    const own = this.record.menuButtons[chatId ?? "default"];
    return own ?? this.record.menuButtons.default ?? { type: "commands" };
  }

  #setText(
    field: "names" | "descriptions" | "shortDescriptions",
    language: string,
    text: string,
    max: number,
  ): void {
    if ([...text].length > max) throw badRequest("text is too long");
    if (text) this.record[field][language] = text;
    else delete this.record[field][language];
    this.changed();
  }

  #text(field: "names" | "descriptions" | "shortDescriptions", language: string): string {
    return this.record[field][language] ?? this.record[field][""] ?? "";
  }
}

const commandsKey = (scope: CommandScope, language: string) =>
  [scope.type, scope.chat_id ?? "", scope.user_id ?? "", language].join("|");
