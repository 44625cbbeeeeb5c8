/**
 * Notes that one page of this tab leaves for the next one.
 * - `wanted`: the address to open after signing in;
 * - `notice`: why the session ended, for the sign-in screen;
 * - `toast`: a success that the next page announces.
 */
type Note = "wanted" | "notice" | "toast";

/** Leaves a note; null removes it. */
export function leaveNote(note: Note, text: string | null): void {
  if (text === null) sessionStorage.removeItem(keyOf(note));
  else sessionStorage.setItem(keyOf(note), text);
}

/** Reads a note and leaves it there. */
export function readNote(note: Note): string | null {
  return sessionStorage.getItem(keyOf(note));
}

/** Reads a note once. */
export function takeNote(note: Note): string | null {
  const text = readNote(note);
  leaveNote(note, null);
  return text;
}

function keyOf(note: Note): string {
  return `korki-note-${note}`;
}
