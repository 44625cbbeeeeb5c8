import type { Profile } from "@korki/contracts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearSession, enterSession } from "../session/session-store";
import { type BoardClientCalls, boardErrorText, boardServer } from "./board-calls";
import { Pictures } from "./pictures";

/** What the server answers next; null: the network is away. After the last one it has the picture. */
let answers: (number | null)[];
let asked: string[];
let come: string[];
let pictures: Pictures;
/** What the server says of a refused picture. */
const refusal = "Obrazek ma za dużo pikseli";
const AGAIN_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers();
  [answers, asked, come] = [[], [], []];
  vi.stubGlobal("location", { protocol: "https:" });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("document", { cookie: "accessToken=old" });
  vi.stubGlobal("createImageBitmap", async () => ({ close: () => undefined }));
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Record<string, string> }) => {
    if (url.includes("account.refresh")) return Response.json({ result: { data: { accessToken: "new" } } });
    asked.push(headers.authorization ?? "");
    const status = answers.shift();
    if (status === null) throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify({ error: refusal }), { status: status ?? 200 });
  });
  enterSession({ id: "anna", role: "Student" } as Profile);
  pictures = new Pictures(boardServer({} as BoardClientCalls, "lesson"), (id) => come.push(id));
});
afterEach(() => {
  pictures.close();
  clearSession();
  vi.useRealTimers();
});

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

it("a picture is asked for again while the server or the network is away", async () => {
  answers = [503, null, 500];
  for (let times = 0; times < 3; times += 1) {
    expect(pictures.of("1")).toBeNull();
    await settle(AGAIN_MS);
  }
  expect([asked.length, come]).toEqual([4, ["1"]]);
  expect(pictures.of("1")).not.toBeNull();
});

it("a picture whose time is over is asked for once", async () => {
  answers = [404];
  expect(pictures.of("1")).toBeNull();
  await settle(2 * AGAIN_MS);
  expect(pictures.of("1")).toBeNull();
  expect([asked.length, come]).toEqual([1, []]);
});

it("a picture is asked for with a new token where the old one has expired", async () => {
  answers = [401];
  pictures.of("1");
  await settle();
  expect([asked, come]).toEqual([["Bearer old", "Bearer new"], ["1"]]);
});

it("a board that is left asks for nothing more", async () => {
  answers = [503];
  pictures.of("1");
  await settle();
  pictures.close();
  await settle(2 * AGAIN_MS);
  expect(asked).toHaveLength(1);
});

it.each([
  ["that the server refuses", 400, refusal],
  ["for which no server answers", null, interfaceTexts.noConnection],
])("the author of a picture %s reads why", async (_, status, words) => {
  answers = [status];
  const saved = boardServer({} as BoardClientCalls, "lesson").savePicture(new Blob([]));
  expect(boardErrorText(await saved.catch((error: unknown) => error))).toBe(words);
});

it("no other fault is shown in the browser's own words", () => {
  expect(boardErrorText(new TypeError("x is undefined"))).toBe(commonTexts.somethingWentWrong);
});
