import { ChatClient } from "@korki/chat-client";
import type { Profile } from "@korki/contracts/account";
import { afterEach, expect, it, vi } from "vitest";
import { clearSession, currentSession, enterSession, sessionExpired } from "../session/session-store";
import { startChat } from "./chat-session";

const anna = { id: "anna", role: "Student" } as Profile;

afterEach(() => vi.restoreAllMocks());

it("connects again when the person signs in over the screen of a session that ended", () => {
  vi.stubGlobal("sessionStorage", { length: 0 });
  // A drawing that is not saved keeps the screen.
  vi.stubGlobal("localStorage", { "korki.kept.board-lesson-anna": "[]" });
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("location", { protocol: "https:", host: "localhost" });
  const start = vi.spyOn(ChatClient.prototype, "start").mockReturnValue();
  enterSession(anna);
  startChat(anna.id, { contacts: () => Promise.reject(), history: () => Promise.reject() });
  enterSession({ ...anna, name: "Anna" });
  expect(start).toHaveBeenCalledTimes(1);
  sessionExpired();
  expect(currentSession().phase).toBe("expired");
  expect(start).toHaveBeenCalledTimes(1);
  enterSession(anna);
  expect(start).toHaveBeenCalledTimes(2);
  clearSession();
  enterSession(anna);
  expect(start).toHaveBeenCalledTimes(2);
  clearSession();
});
