import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { COMMANDS } from "./commands";
import { useMenuEntries } from "./use-menu-entries";

/** After "g": the letter that goes to a screen of the menu. */
export const GO_KEYS: ReadonlyMap<string, string> = new Map([
  [paths.lessons, "z"],
  [paths.chat, "c"],
  [paths.settings, "s"],
  [paths.payments, "p"],
  [paths.students, "u"],
  [paths.teachers, "n"],
  [paths.company, "f"],
]);

/** The second key follows the first within this time. */
const SEQUENCE_MS = 1_500;
const FIELDS = "input, textarea, select, [contenteditable=true]";

/** Listens to the keys that work on every screen, where no field and no popup has the keyboard. */
export function useShortcuts(open: (what: "palette" | "shortcuts") => void): void {
  const navigate = useNavigate();
  const { role } = useProfile();
  const entries = useMenuEntries();
  const goneAt = useRef(0);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open("palette");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('[role="dialog"]')) return;
    if (event.key === "?") {
      event.preventDefault();
      return open("shortcuts");
    }
    const follows = event.timeStamp - goneAt.current < SEQUENCE_MS;
    goneAt.current = event.key === "g" ? event.timeStamp : 0;
    const path = follows
      ? entries.find((entry) => GO_KEYS.get(entry.path) === event.key)?.path
      : COMMANDS[role].find(({ keys }) => keys === event.key)?.path;
    if (!path) return;
    event.preventDefault();
    navigate(path);
  });

  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}
