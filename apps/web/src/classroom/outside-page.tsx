import type { Room } from "@korki/contracts/classroom";
import { outsideTexts as texts } from "@korki/contracts/texts/room-screens";
import { useState } from "react";
import { errorText } from "../server/errors";
import buttons from "./buttons.module.css";
import { Entrance, LobbyFrame } from "./lobby";
import styles from "./lobby.module.css";
import { type RoomLesson, server } from "./server";

/** A lesson at an address outside: the visit is noted, and one button leads there (rules §30). */
export function OutsidePage({ lesson, room }: { lesson: RoomLesson; room: Room }) {
  const [isGoing, setIsGoing] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function go() {
    setIsGoing(true);
    setFault(null);
    try {
      const { address } = await server.classroom.visit.mutate({ lessonId: lesson.id });
      location.assign(address);
    } catch (error) {
      setFault(errorText(error));
      setIsGoing(false);
    }
  }

  return (
    <LobbyFrame lesson={lesson} room={room}>
      <p>{texts.text}</p>
      <Entrance room={room}>
        <button type="button" className={buttons.button} disabled={isGoing} onClick={() => void go()}>
          {texts.go}
        </button>
      </Entrance>
      {fault ? (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      ) : null}
    </LobbyFrame>
  );
}
