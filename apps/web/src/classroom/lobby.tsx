import type { OwnMedia, OwnView } from "@korki/classroom";
import type { Room } from "@korki/contracts/classroom";
import { doorText } from "@korki/contracts/texts/classroom";
import { longSlot } from "@korki/contracts/texts/dates";
import { roomRoleTexts, lobbyTexts as texts } from "@korki/contracts/texts/room-screens";
import { subjectTexts } from "@korki/contracts/texts/statuses";
import { fullName } from "@korki/domain";
import {
  IconArrowLeft,
  IconMicrophone,
  IconMicrophoneOff,
  IconVideo,
  IconVideoOff,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { now } from "../clock";
import { roomPaths } from "../room-paths";
import { usePageTitle } from "../ui/page-title";
import { UserAvatar } from "../ui/user-avatar";
import buttons from "./buttons.module.css";
import { DeviceFields, LevelMeter } from "./device-fields";
import styles from "./lobby.module.css";
import { SecondHour } from "./second-hour";
import type { RoomLesson } from "./server";
import { Video } from "./video";

/** Nobody reckons with more hours than a day has. */
const DAY_SECONDS = 24 * 3_600;

/** Before one enters: how one looks and sounds, who is there, and when the room opens (rules §30). */
export function Lobby(props: {
  lesson: RoomLesson;
  room: Room;
  media: OwnMedia;
  isEntering: boolean;
  onEnter: () => void;
}) {
  const { lesson, room, media, isEntering, onEnter } = props;
  const own = useSyncExternalStore(media.subscribe, media.snapshot);
  const { microphone } = own;
  return (
    <LobbyFrame lesson={lesson} room={room} preview={<Preview media={media} own={own} />}>
      <DeviceFields media={media} own={own} />
      <Entrance room={room}>
        <button type="button" className={buttons.button} aria-busy={isEntering} onClick={onEnter}>
          {texts.enter}
        </button>
        {microphone.isOn || microphone.isStarting ? null : (
          <p className={styles.note}>{texts.withoutMicrophone}</p>
        )}
      </Entrance>
      <p className={styles.note}>{texts.nothingRecorded}</p>
    </LobbyFrame>
  );
}

/** What every page before a lesson shows: which lesson it is, and who is there already. */
export function LobbyFrame(props: {
  lesson: RoomLesson;
  room: Room;
  preview?: ReactNode;
  children: ReactNode;
}) {
  const { lesson, room, preview, children } = props;
  usePageTitle(texts.title);
  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <a className={styles.back} href={roomPaths.lessons}>
          <IconArrowLeft size={20} aria-hidden />
          {texts.toLessons}
        </a>
        <h1>{subjectTexts[lesson.subject]}</h1>
        <p className={styles.slot}>
          {longSlot(lesson.date, lesson.block)} · {lesson.teacherName} · {lesson.studentName}
        </p>
      </header>
      <div className={styles.columns} data-single={preview ? undefined : true}>
        {preview}
        <section className={styles.side} aria-label={texts.title}>
          <Present room={room} />
          <SecondHour lesson={lesson} room={room} className={styles.wait} />
          {children}
        </section>
      </div>
    </main>
  );
}

/** What is pressed to go in, once the room is open; before, how long that takes. */
export function Entrance({ room, children }: { room: Room; children: ReactNode }) {
  const left = useSecondsTo(room.opensAt);
  if (new Date(room.closesAt) < now()) {
    return (
      <p className={styles.wait}>
        <strong>{texts.closed}.</strong> {texts.closedText}
      </p>
    );
  }
  if (left > DAY_SECONDS) {
    const hours = { opensAt: new Date(room.opensAt), closesAt: new Date(room.closesAt) };
    return <p className={styles.wait}>{doorText("early", hours, now())}</p>;
  }
  if (left > 0 && !room.isOpen) {
    return (
      <p className={styles.wait} role="timer">
        {texts.opensIn(clock(left))}
      </p>
    );
  }
  return children;
}

function Present({ room: { people } }: { room: Room }) {
  return (
    <div className={styles.present} role="status">
      <p className={styles.note}>{people.length > 0 ? texts.present : texts.nobody}</p>
      <ul className={styles.people}>
        {people.map((person) => (
          <li key={person.userId}>
            <UserAvatar id={person.userId} name={person.name} surname={person.surname} size="sm" />
            {fullName(person)}
            <span className={styles.role}>{roomRoleTexts[person.role]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Preview({ media, own }: { media: OwnMedia; own: OwnView }) {
  const { microphone, camera, preview } = own;
  return (
    <section className={styles.preview} aria-label={texts.ownPicture}>
      <div className={styles.picture}>
        {preview ? (
          <Video stream={preview} isMirrored label={texts.ownPicture} />
        ) : (
          <p>{camera.isStarting ? texts.starting : texts.cameraOff}</p>
        )}
        <div className={styles.toggles}>
          <Toggle
            device={microphone}
            labels={[texts.turnMicrophoneOn, texts.turnMicrophoneOff]}
            icons={[IconMicrophone, IconMicrophoneOff]}
            onTurn={(isOn) => void media.setMicrophone(isOn)}
          />
          <Toggle
            device={camera}
            labels={[texts.turnCameraOn, texts.turnCameraOff]}
            icons={[IconVideo, IconVideoOff]}
            onTurn={(isOn) => void media.setCamera(isOn)}
          />
        </div>
      </div>
      {microphone.isOn || microphone.isStarting ? <LevelMeter media={media} /> : null}
    </section>
  );
}

/** Turns a device on and off; of labels and icons each the first turns it on. */
function Toggle(props: {
  device: OwnView["camera"];
  labels: [on: string, off: string];
  icons: [on: typeof IconVideo, off: typeof IconVideo];
  onTurn: (isOn: boolean) => void;
}) {
  const { device, labels, icons, onTurn } = props;
  const which = device.isOn ? 1 : 0;
  const Icon = icons[which];
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-busy={device.isStarting}
      onClick={() => onTurn(!device.isOn)}
    >
      <Icon size={20} aria-hidden />
      {labels[which]}
    </button>
  );
}

/** Returns the whole seconds until an instant, updated every second. */
function useSecondsTo(instant: string): number {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((new Date(instant).getTime() - moment.getTime()) / 1_000));
}

/** `12:34`, `1:02:03`. */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
