import type { RoomView } from "@korki/classroom";
import { roomRoleTexts, roomTexts as texts } from "@korki/contracts/texts/room-screens";
import { fullName } from "@korki/domain";
import { useEffect, useRef, useState } from "react";

const SHOWN_MS = 6_000;
/** Two rising tones for who comes, two falling ones for who goes (Hz). */
const TONES = { came: [523, 659], went: [659, 523] } as const;
const TONE_SECONDS = 0.12;

/** Says who has just come or gone, and lets it be heard: nobody enters a room unnoticed (rules §30). */
export function useArrivals(others: RoomView["others"]): string {
  const before = useRef<RoomView["others"] | null>(null);
  const [news, setNews] = useState("");
  useEffect(() => {
    const known = before.current;
    before.current = others;
    // Whoever was there before oneself is no news.
    if (!known) return;
    const is = (list: RoomView["others"], userId: string) => list.some((other) => other.userId === userId);
    const came = others.find(({ userId }) => !is(known, userId));
    const went = known.find(({ userId }) => !is(others, userId));
    const person = came ?? went;
    if (!person) return;
    setNews(texts[came ? "came" : "went"](fullName(person), roomRoleTexts[person.role]));
    chime(TONES[came ? "came" : "went"]);
  }, [others]);
  useEffect(() => {
    if (!news) return;
    const timer = setTimeout(() => setNews(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return news;
}

let context: AudioContext | null = null;

function chime(tones: readonly number[]): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const volume = new GainNode(context, { gain: 0.05 });
  volume.connect(context.destination);
  for (const [at, frequency] of tones.entries()) {
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(volume);
    const start = context.currentTime + at * TONE_SECONDS;
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
}
