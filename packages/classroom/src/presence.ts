import type { RoomWindow } from "@korki/contracts/classroom";

/**
 * Who is in the room, as this window knows it. The server's list decides. Somebody whom it does not name any more, but
 * who is still heard, stays for some seconds: after an interruption the server's list fills up again one by one.
 */
export type Presence = readonly { readonly person: RoomWindow; readonly goneAt: number | null }[];

export const LINGER_MS = 8_000;

/** Takes the server's list (null: time passed), and the windows from which packets come. */
export function stepPresence(
  presence: Presence,
  { people, heard, now }: { people: readonly RoomWindow[] | null; heard: ReadonlySet<string>; now: number },
): Presence {
  const listed = new Set(people?.map(({ window }) => window));
  const present = people?.map((person) => ({ person, goneAt: null })) ?? [];
  const others = presence
    .filter(({ person }) => !listed.has(person.window))
    .map(({ person, goneAt }) => ({ person, goneAt: goneAt ?? (people === null ? null : now) }))
    .filter(
      ({ person, goneAt }) =>
        goneAt === null ||
        (now - goneAt < LINGER_MS && heard.has(person.window) && !isReplaced(person, present)),
    );
  return [...present, ...others].toSorted((a, b) => a.person.since.localeCompare(b.person.since));
}

/** A person has one window: with the next one, the one before is gone. */
function isReplaced({ userId, window }: RoomWindow, present: Presence): boolean {
  return present.some(({ person }) => person.userId === userId && person.window !== window);
}
