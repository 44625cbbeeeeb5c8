import { type DeviceChoice, OwnMedia, openRoomConnection, Room } from "@korki/classroom";
import type { Room as RoomState } from "@korki/contracts/classroom";
import { roomTexts as texts } from "@korki/contracts/texts/room-screens";
import { IconDoorExit, IconDoorOff, IconWindow } from "@tabler/icons-react";
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { roomPaths } from "../room-paths";
import { keepRenewed } from "../server/keep-renewed";
import { afterPaint } from "../ui/after-paint";
import { MessagePage } from "../ui/message-page";
import { Splash } from "../ui/splash";
import { keptKey } from "../updates/version-marker";
import styles from "./buttons.module.css";
import { Lobby } from "./lobby";
import { RoomScreen } from "./room-screen";
import { SecondHourLink } from "./second-hour";
import { freshToken, isWorthAnotherToken, type RoomLesson } from "./server";

type Props = {
  lesson: RoomLesson;
  room: RoomState;
  userId: string;
  onInside: (isInside: boolean) => void;
  /** Another teacher came in than the lesson had when it was read. */
  onOtherTeacher: () => void;
};

const CHOICE = keptKey("room-devices");
/** The room in which this tab is: after a reload it goes on there. */
const INSIDE = "korki-room-inside";
/** Whether it was muted there: a reload lets nobody hear what they did not hear before. */
const MUTED = "korki-room-muted";

/** One's own room of a lesson: before, in, and after it. */
export function RoomPage(props: Props) {
  const { id } = props.lesson;
  const [parts, setParts] = useState<{ media: OwnMedia; client: Room } | null>(null);
  useEffect(() => {
    const media = new OwnMedia(readChoice(), (choice) =>
      localStorage.setItem(CHOICE, JSON.stringify(choice)),
    );
    const connection = openRoomConnection({ token: freshToken, onRefused: isWorthAnotherToken });
    const client = new Room(id, connection, media);
    const stopRenewing = keepRenewed((token) => client.renew(token));
    const stop = () => {
      stopRenewing();
      client.stop();
      media.stop();
    };
    const leavePage = () => {
      sessionStorage.setItem(MUTED, String(!media.snapshot().microphone.isOn));
      stop();
    };
    const isBack = sessionStorage.getItem(INSIDE) === id;
    void media.start({ isMuted: isBack && sessionStorage.getItem(MUTED) === "true" });
    if (isBack) client.enter();
    setParts({ media, client });
    addEventListener("pagehide", leavePage);
    return () => {
      removeEventListener("pagehide", leavePage);
      stop();
    };
  }, [id]);
  return parts ? <Phases {...props} {...parts} /> : <Splash />;
}

function Phases(props: Props & { media: OwnMedia; client: Room }) {
  const { lesson, room, media, client, userId, onInside, onOtherTeacher } = props;
  const view = useSyncExternalStore(client.subscribe, client.snapshot);
  const { phase, closing } = view;
  /** The room is mounted one paint after entering, so that the press is answered first. */
  const [isReady, setIsReady] = useState(false);
  /** Whoever was inside and goes out finds another page than before. */
  const [wasInside, setWasInside] = useState(false);

  useEffect(() => {
    // Who is put out reads why; the server's answer to another question would take its place. Of a lesson that goes on at
    // an address outside, that answer is the page which leads there.
    onInside(phase === "inside" || (phase === "closed" && closing !== "moved"));
    if (phase === "inside") {
      sessionStorage.setItem(INSIDE, lesson.id);
      afterPaint(() => {
        setIsReady(true);
        setWasInside(true);
      });
    } else {
      setIsReady(false);
      if (phase !== "entering") sessionStorage.removeItem(INSIDE);
    }
    // Whoever is out is not seen or heard any more.
    if (phase === "taken-over" || phase === "closed") {
      media.release();
      setWasInside(false);
    }
  }, [phase, closing, lesson.id, media, onInside]);

  const hasOtherTeacher = view.others.some(
    (other) => other.role === "teacher" && other.userId !== lesson.teacherId,
  );
  useEffect(() => {
    if (hasOtherTeacher) onOtherTeacher();
  }, [hasOtherTeacher, onOtherTeacher]);

  const leave = useCallback(() => {
    // At once: a page that is reloaded before the next paint must not enter again.
    sessionStorage.removeItem(INSIDE);
    afterPaint(() => {
      if (client.snapshot().phase !== "inside") return;
      client.leave();
      media.release();
    });
  }, [client, media]);

  /** Whoever goes on from inside is inside there, as muted as here. */
  const goOn = useCallback((laterId: string) => sessionStorage.setItem(INSIDE, laterId), []);
  const secondHour = <SecondHourLink lesson={lesson} room={room} className={styles.button} />;

  function enter() {
    if (!media.tracks.microphone) void media.start();
    client.enter();
  }

  switch (phase) {
    case "taken-over":
      return (
        <Notice
          icon={<IconWindow size={30} aria-hidden />}
          title={texts.takenOverTitle}
          text={texts.takenOverText}
        >
          <button type="button" className={styles.button} onClick={enter}>
            {texts.comeBackHere}
          </button>
        </Notice>
      );
    case "closed": {
      const [title, text] = texts.closings[closing ?? "ended"];
      return (
        <Notice icon={<IconDoorOff size={30} aria-hidden />} title={title} text={text}>
          {closing === "ended" ? (
            secondHour
          ) : (
            <button type="button" className={styles.button} onClick={enter}>
              {texts.enterAgain}
            </button>
          )}
        </Notice>
      );
    }
    case "refused":
      return (
        <Notice
          icon={<IconDoorOff size={30} aria-hidden />}
          title={texts.refusedTitle}
          text={view.refusal ?? ""}
        >
          {secondHour}
          <button type="button" className={styles.button} onClick={enter}>
            {texts.enterAgain}
          </button>
        </Notice>
      );
    default:
      if (phase === "inside" && isReady) {
        return (
          <RoomScreen
            lesson={lesson}
            room={room}
            media={media}
            client={client}
            view={view}
            userId={userId}
            onLeave={leave}
            onSecondHour={goOn}
          />
        );
      }
      if (!wasInside) return <Lobby {...props} isEntering={phase !== "outside"} onEnter={enter} />;
      return (
        <Notice icon={<IconDoorExit size={30} aria-hidden />} title={texts.leftTitle} text="">
          {secondHour}
          <button type="button" className={styles.button} aria-busy={phase !== "outside"} onClick={enter}>
            {texts.enterAgain}
          </button>
        </Notice>
      );
  }
}

/** A page in the place of the room, with the way back to the lessons. */
function Notice(props: { icon: ReactNode; title: string; text: string; children?: ReactNode }) {
  return (
    <MessagePage
      tone="calm"
      icon={props.icon}
      title={props.title}
      text={props.text}
      action={
        <>
          {props.children}
          <a className={styles.quiet} href={roomPaths.lessons}>
            {texts.toLessons}
          </a>
        </>
      }
    />
  );
}

function readChoice(): DeviceChoice {
  try {
    return JSON.parse(localStorage.getItem(CHOICE) ?? "{}") as DeviceChoice;
  } catch {
    return {};
  }
}
