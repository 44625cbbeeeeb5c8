import type { Profile } from "@korki/contracts/account";
import { beforeEach, expect, it, vi } from "vitest";
import { clearSession, enterSession } from "../session/session-store";
import { draftFor, forgetDrafts, keepDraft, unsentOf } from "./drafts";

/** One tab's storage. */
class TabStorage {
  readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
  removeItem = (key: string) => void this.kept.delete(key);
  key = (place: number) => [...this.kept.keys()][place] ?? null;
  get length() {
    return this.kept.size;
  }
}

let storage: TabStorage;
const anna = { id: "anna", role: "Teacher" } as Profile;
const ola = { id: "ola", role: "Student" } as Profile;

beforeEach(() => {
  storage = new TabStorage();
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("location", { protocol: "https:" });
  enterSession(anna);
});

it("keeps what was typed by contact, over a reload of the page, until it is sent", async () => {
  keepDraft("jan", "Dzień dobry, panie Janie");
  keepDraft("ewa", "Pani Ewo");
  vi.resetModules();
  const session = await import("../session/session-store");
  session.enterSession(anna);
  const reloaded = await import("./drafts");
  expect(reloaded.draftFor("jan")).toBe("Dzień dobry, panie Janie");
  reloaded.keepDraft("jan", "");
  expect(reloaded.draftFor("jan")).toBe("");
  expect(reloaded.draftFor("ewa")).toBe("Pani Ewo");
});

it("is kept when the session ends without a logout, and shown to nobody else", () => {
  keepDraft("jan", "Dzień dobry");
  clearSession("Sesja wygasła");
  enterSession(ola);
  expect(draftFor("jan")).toBe("");
  clearSession("Sesja wygasła");
  enterSession(anna);
  forgetDrafts("anna");
  expect(draftFor("jan")).toBe("Dzień dobry");
});

it("is gone when the person leaves, or another one comes", () => {
  storage.setItem("other", "stays");
  keepDraft("jan", "Dzień dobry");
  keepDraft("ewa", "Dobry wieczór");
  forgetDrafts("ola");
  expect([...storage.kept.keys()]).toEqual(["other"]);
  keepDraft("jan", "Dzień dobry");
  clearSession();
  enterSession(anna);
  expect([draftFor("jan"), draftFor("ewa")]).toEqual(["", ""]);
  expect([...storage.kept.keys()]).toEqual(["other"]);
});

it("keeps messages that are not sent as long as drafts, for the person who wrote them", () => {
  const one = { clientKey: "key", text: "Dzień dobry", at: 0, state: "failed", error: null } as const;
  unsentOf("anna").write([["jan", [one]]]);
  clearSession("Sesja wygasła");
  enterSession(anna);
  forgetDrafts("anna");
  expect(unsentOf("anna").read()).toEqual([["jan", [one]]]);
  expect(unsentOf("ola").read()).toEqual([]);
  clearSession();
  unsentOf("anna").write([["jan", [one]]]);
  expect(unsentOf("anna").read()).toEqual([]);
  expect(storage.kept.size).toBe(0);
});
