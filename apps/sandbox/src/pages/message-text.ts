import type { Message, MessageEntity } from "../telegram/bot-api-objects";
import { externalLink, type Html, html } from "./html";

/** The id of the form that sends a tapped command. */
export const COMMAND_FORM = "command-form";

/** Renders a message's text with its entities. */
export function messageText({ text, entities = [] }: Message): Html {
  return nested(text, 0, text.length, entities);
}

/** Renders entities sorted outer before inner, which are nested or disjoint. */
function nested(text: string, from: number, to: number, entities: readonly MessageEntity[]): Html {
  const pieces: Html[] = [];
  let at = from;
  let rest = entities;
  for (;;) {
    const [outer, ...others] = rest;
    if (!outer || outer.offset < at) {
      if (!outer) break;
      rest = others;
      continue;
    }
    const end = Math.min(outer.offset + outer.length, to);
    const inner = others.filter((each) => each.offset >= outer.offset && each.offset + each.length <= end);
    pieces.push(html`${text.slice(at, outer.offset)}`);
    pieces.push(shown(outer, text.slice(outer.offset, end), nested(text, outer.offset, end, inner)));
    at = end;
    rest = others.filter((each) => each.offset >= end);
  }
  return html`${pieces}${text.slice(at, to)}`;
}

function shown(entity: MessageEntity, text: string, content: Html): Html {
  switch (entity.type) {
    case "bold":
      return html`<b>${content}</b>`;
    case "italic":
      return html`<i>${content}</i>`;
    case "underline":
      return html`<u>${content}</u>`;
    case "strikethrough":
      return html`<s>${content}</s>`;
    case "code":
      return html`<code>${content}</code>`;
    case "text_link":
    case "url":
      return externalLink(entity.url ?? text, content);
    case "bot_command":
      return html`<button class="command" form="${COMMAND_FORM}" name="text" value="${text}">${content}</button>`;
    default:
      return content;
  }
}
