import { z } from "zod";
import { badRequest } from "../bot-api-error";
import { menuButton } from "../bot-api-objects";
import { COMMANDS_MAX, type CommandScope } from "../bot-profile";
import type { RequestParameters } from "../request-parameters";
import type { Methods } from "./method-context";

const SCOPE_TYPES = [
  "default",
  "all_private_chats",
  "all_group_chats",
  "all_chat_administrators",
  "chat",
  "chat_administrators",
  "chat_member",
] as const;

const commandScope = z.object({
  type: z.enum(SCOPE_TYPES),
  chat_id: z.union([z.number(), z.string()]).optional(),
  user_id: z.number().optional(),
});

const givenCommands = z.array(z.object({ command: z.string(), description: z.string() }));

/** The methods by which a bot introduces itself. */
export const profileMethods: Methods<
  | "setMyCommands"
  | "deleteMyCommands"
  | "getMyCommands"
  | "setMyName"
  | "getMyName"
  | "setMyDescription"
  | "getMyDescription"
  | "setMyShortDescription"
  | "getMyShortDescription"
  | "setChatMenuButton"
  | "getChatMenuButton"
> = {
  setMyCommands({ profile }, parameters) {
    const commands = parameters.json("commands", givenCommands, "can't parse list of bot commands");
    if (!commands) throw badRequest("can't parse list of bot commands");
    if (commands.length > COMMANDS_MAX) throw badRequest("BOT_COMMANDS_TOO_MUCH");
    const cleaned = commands.map(({ command, description }) => {
      const name = command.replace(/^\//, "").toLowerCase();
      if (!/^[a-z0-9_]{1,32}$/.test(name)) throw badRequest("BOT_COMMAND_INVALID");
      if (description.length < 1 || description.length > 256)
        throw badRequest("BOT_COMMAND_DESCRIPTION_INVALID");
      return { command: name, description };
    });
    profile.setCommands(readScope(parameters), parameters.text("language_code"), cleaned);
    return true;
  },

  deleteMyCommands({ profile }, parameters) {
    profile.setCommands(readScope(parameters), parameters.text("language_code"), null);
    return true;
  },

  getMyCommands: ({ profile }, parameters) =>
    profile.commands(readScope(parameters), parameters.text("language_code")),

  setMyName({ profile }, parameters) {
    profile.setName(parameters.text("language_code"), parameters.text("name"));
    return true;
  },

  getMyName: ({ profile }, parameters) => ({ name: profile.name(parameters.text("language_code")) }),

  setMyDescription({ profile }, parameters) {
    profile.setDescription(parameters.text("language_code"), parameters.text("description"));
    return true;
  },

  getMyDescription: ({ profile }, parameters) => ({
    description: profile.description(parameters.text("language_code")),
  }),

  setMyShortDescription({ profile }, parameters) {
    profile.setShortDescription(parameters.text("language_code"), parameters.text("short_description"));
    return true;
  },

  getMyShortDescription: ({ profile }, parameters) => ({
    short_description: profile.shortDescription(parameters.text("language_code")),
  }),

  setChatMenuButton({ profile, chats }, parameters) {
    const button = parameters.json("menu_button", menuButton, "can't parse menu button");
    profile.setMenuButton(chatIdOf(chats, parameters), button ?? { type: "default" });
    return true;
  },

  getChatMenuButton: ({ profile, chats }, parameters) => profile.menuButton(chatIdOf(chats, parameters)),
};

function readScope(parameters: RequestParameters): CommandScope {
  return parameters.json("scope", commandScope, "can't parse BotCommandScope") ?? { type: "default" };
}

function chatIdOf(
  chats: { require(parameters: RequestParameters): { person: { id: number } } },
  parameters: RequestParameters,
): number | undefined {
  return parameters.has("chat_id") ? chats.require(parameters).person.id : undefined;
}
