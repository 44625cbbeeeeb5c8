import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BotApiError } from "./bot-api-error";
import { parseHtml } from "./parse-html";
import { trimmed, withAutomaticEntities } from "./text-entities";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

describe("parseHtml", () => {
  test.each([
    ["a <b>b</b> c", "a b c", [{ type: "bold", offset: 2, length: 1 }]],
    [
      "<STRONG>a</STRONG><em>b</em>",
      "ab",
      [
        { type: "bold", offset: 0, length: 1 },
        { type: "italic", offset: 1, length: 1 },
      ],
    ],
    [
      "<b>a <i>b</i></b>",
      "a b",
      [
        { type: "bold", offset: 0, length: 3 },
        { type: "italic", offset: 2, length: 1 },
      ],
    ],
    [
      '<a href="https://a.pl/?x=1&amp;y=2">a</a>',
      "a",
      [{ type: "text_link", offset: 0, length: 1, url: "https://a.pl/?x=1&y=2" }],
    ],
    ['<a href="javascript:alert(1)">a</a>', "a", []],
    ["😀<code>ż</code>", "😀ż", [{ type: "code", offset: 2, length: 1 }]],
    ["&lt;b&gt; &amp;amp; &quot;", `<b> &amp; "`, []],
    ["2 > 1, a <b></b>b", "2 > 1, a b", []],
  ])("%s", (html, text, entities) => {
    expect(parseHtml(html)).toEqual({ text, entities });
  });

  test.each([
    "a < b",
    "<br>",
    "Jan & Anna",
    "&nbsp;",
    "<b>a",
    "a</b>",
    "<b><i>a</b></i>",
    "<b",
    "<a href>a</a>",
    '<a href="x>a</a>',
  ])("refuses %s", (html) => {
    expect(() => parseHtml(html)).toThrow(BotApiError);
  });

  test("returns any escaped text unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (before, within) => {
        const { text, entities } = parseHtml(`${escaped(before)}<b>${escaped(within)}</b>`);
        expect(text).toBe(before + within);
        expect(entities).toEqual(
          within ? [{ type: "bold", offset: before.length, length: within.length }] : [],
        );
      }),
    );
  });
});

describe("automatic entities", () => {
  test.each([
    ["/start abc", [["bot_command", "/start"]]],
    ["/pomoc@korki_bot /nie/to", [["bot_command", "/pomoc@korki_bot"]]],
    ["12/5 a/b", []],
    ["Link: https://korki.pl/a?b=1&c=2.", [["url", "https://korki.pl/a?b=1&c=2"]]],
    ["https://a.pl/?b=/start", [["url", "https://a.pl/?b=/start"]]],
  ])("%s", (text, expected) => {
    const { entities } = withAutomaticEntities({ text, entities: [] });
    expect(entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)])).toEqual(
      expected,
    );
  });

  test("are not found inside code", () => {
    const { entities } = withAutomaticEntities(parseHtml("<code>/start</code> <b>/pomoc</b>"));
    expect(entities.map(({ type }) => type)).toEqual(["code", "bold", "bot_command"]);
  });

  test("move along when white space is removed", () => {
    expect(trimmed(parseHtml("  <b> a </b> "))).toEqual({
      text: "a",
      entities: [{ type: "bold", offset: 0, length: 1 }],
    });
  });
});
