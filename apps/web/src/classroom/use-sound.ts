import type { RoomView } from "@korki/classroom";
import { useEffect, useRef, useState } from "react";

/** Plays what the others say, on the chosen speaker. Browsers may want a touch first: `isBlocked` until `play`. */
export function useSound(others: RoomView["others"], speaker: string | undefined) {
  const players = useRef(new Map<MediaStream, HTMLAudioElement>());
  const [isBlocked, setIsBlocked] = useState(false);

  useEffect(() => {
    const streams = new Set(others.flatMap(({ streams }) => (streams ? [streams.microphone] : [])));
    for (const [stream, player] of players.current) {
      if (streams.has(stream)) continue;
      player.srcObject = null;
      players.current.delete(stream);
    }
    for (const stream of streams) {
      if (players.current.has(stream)) continue;
      const player = new Audio();
      player.srcObject = stream;
      players.current.set(stream, player);
      player
        .play()
        .catch(({ name }: DOMException) => setIsBlocked((before) => before || name === "NotAllowedError"));
    }
    for (const player of players.current.values()) {
      if (speaker && "setSinkId" in player && player.sinkId !== speaker) {
        // A speaker that was unplugged meanwhile: the browser's own choice goes on.
        void player.setSinkId(speaker).catch(() => undefined);
      }
    }
  }, [others, speaker]);

  useEffect(() => {
    const { current } = players;
    return () => {
      for (const player of current.values()) player.srcObject = null;
      current.clear();
    };
  }, []);

  function play() {
    setIsBlocked(false);
    for (const player of players.current.values()) void player.play().catch(() => setIsBlocked(true));
  }

  return { isBlocked, play };
}
