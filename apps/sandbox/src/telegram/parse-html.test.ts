import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BotApiError } from "./bot-api-error";
import { parseHtml } from "./parse-html";
import { trimmed, withAutomaticEntities } from "./text-entities";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function refusalOf(html: string): string {
  try {
    parseHtml(html);
  } catch (error) {
    if (error instanceof BotApiError)
      return error.description.replace("Bad Request: can't parse entities: ", "");
    throw error;
  }
  return "none";
}

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
      "<u>a</u><ins>b</ins>",
      "ab",
      [
        { type: "underline", offset: 0, length: 1 },
        { type: "underline", offset: 1, length: 1 },
      ],
    ],
    [
      "<s>a</s><strike>b</strike><del>c</del>",
      "abc",
      [
        { type: "strikethrough", offset: 0, length: 1 },
        { type: "strikethrough", offset: 1, length: 1 },
        { type: "strikethrough", offset: 2, length: 1 },
      ],
    ],
    ['<span class="tg-spoiler">a</span>', "a", [{ type: "spoiler", offset: 0, length: 1 }]],
    [
      "<b>a <i>b</i></b>",
      "a b",
      [
        { type: "bold", offset: 0, length: 3 },
        { type: "italic", offset: 2, length: 1 },
      ],
    ],
    [
      '<a href="https://a.pl/?x=1&amp;y=2&z">a</a>',
      "a",
      [{ type: "text_link", offset: 0, length: 1, url: "https://a.pl/?x=1&y=2&z" }],
    ],
    ['<a href="javascript:alert(1)">a</a>', "a", []],
    ["<pre>a</pre>", "a", [{ type: "pre", offset: 0, length: 1 }]],
    [
      '<pre><code class="language-ts">a</code></pre>',
      "a",
      [{ type: "pre", offset: 0, length: 1, language: "ts" }],
    ],
    ["<code>a <b>b</b></code>", "a b", [{ type: "code", offset: 0, length: 3 }]],
    ["<blockquote expandable>a</blockquote>", "a", [{ type: "expandable_blockquote", offset: 0, length: 1 }]],
    ["😀<b>ż</b>", "😀ż", [{ type: "bold", offset: 2, length: 1 }]],
    ["&lt;b&gt; &amp;amp; &quot; &#39; &#x17c;", `<b> &amp; " ' ż`, []],
    ["2 > 1, a <b></b>b", "2 > 1, a b", []],
  ])("%s", (html, text, entities) => {
    expect(parseHtml(html)).toEqual({ text, entities });
  });

  test.each([
    ["a < b", 'Unsupported start tag "" at byte offset 2'],
    ["ż <p>a</p>", 'Unsupported start tag "p" at byte offset 3'],
    ["<br>", 'Unsupported start tag "br" at byte offset 0'],
    ["Jan & Anna", 'Unescaped "&" at byte offset 4'],
    ["&nbsp;", 'Unescaped "&" at byte offset 0'],
    ["<b>a", `Can't find end tag corresponding to start tag "b"`],
    ["a</b>", "Unexpected end tag at byte offset 1"],
    ["<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'],
    ["<b><i>a</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
    ["<b", "Unclosed start tag at byte offset 0"],
    ["<b>a</b", "Unclosed end tag at byte offset 4"],
    ["<a href>a</a>", 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'],
    ['<a href="x>a</a>', "Unclosed start tag at byte offset 0"],
    ["<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ["<tg-emoji>a</tg-emoji>", "Invalid custom emoji identifier specified"],
  ])("refuses %s", (html, reason) => {
    expect(refusalOf(html)).toBe(reason);
  });

  test("gives back any escaped text as it was, also inside tags and attributes", () => {
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

  test("either reads or refuses whatever it is given", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<b>",
        "</b>",
        "<a href='",
        "'>",
        "</",
        "<",
        ">",
        "&",
        "&amp;",
        "&#",
        '"',
        "=",
        " ",
        "ż",
      ),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const html = pieces.join("");
        if (refusalOf(html) !== "none") return;
        const { text, entities } = parseHtml(html);
        for (const { offset, length } of entities) expect(offset + length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe("what is found without markup", () => {
  test.each([
    ["/start abc", [["bot_command", "/start"]]],
    ["/pomoc@korki_bot /nie/to", [["bot_command", "/pomoc@korki_bot"]]],
    ["12/5 a/b", []],
    ["Link: https://korki.pl/a?b=1&c=2.", [["url", "https://korki.pl/a?b=1&c=2"]]],
    [
      "@anna_n, anna@korki.pl, #lekcja",
      [
        ["mention", "@anna_n"],
        ["email", "anna@korki.pl"],
        ["hashtag", "#lekcja"],
      ],
    ],
    ["https://a.pl/#x/@anna_n", [["url", "https://a.pl/#x/@anna_n"]]],
  ])("%s", (text, expected) => {
    const { entities } = withAutomaticEntities({ text, entities: [] });
    expect(entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)])).toEqual(
      expected,
    );
  });

  test("gives way to code and links, and stands inside bold", () => {
    const { entities } = withAutomaticEntities(parseHtml("<code>/start</code> <b>/pomoc</b>"));
    expect(entities.map(({ type }) => type)).toEqual(["code", "bold", "bot_command"]);
  });

  test("white space at both ends goes, entities move along", () => {
    expect(trimmed(parseHtml("  <b> a </b> "))).toEqual({
      text: "a",
      entities: [{ type: "bold", offset: 0, length: 1 }],
    });
  });
});
