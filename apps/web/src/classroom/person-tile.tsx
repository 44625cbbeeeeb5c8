import type { OwnView, RoomView } from "@korki/classroom";
import { roomRoleTexts, roomTexts as texts } from "@korki/contracts/texts/room-screens";
import { fullName } from "@korki/domain";
import { IconMicrophoneOff } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { UserAvatar } from "../ui/user-avatar";
import styles from "./person-tile.module.css";
import { Video } from "./video";

type Other = RoomView["others"][number];

/** Somebody else in the room: the picture, or the initials, and how the connection is. */
export function OtherTile({ person }: { person: Other }) {
  const { name, surname, userId, role, sending, streams, state, isSpeaking } = person;
  const isShown = sending.camera === "on" && streams !== null && state !== "connecting";
  const note =
    state === "connecting"
      ? texts.connecting
      : state === "interrupted"
        ? texts.interrupted
        : noteOf(sending.camera);
  return (
    <Tile
      label={texts.person(fullName(person), roomRoleTexts[role])}
      name={fullName(person)}
      role={roomRoleTexts[role]}
      isMuted={state === "connected" && !sending.microphone}
      isSpeaking={isSpeaking}
      note={note}
    >
      {isShown ? (
        <Video stream={streams.camera} label={fullName(person)} />
      ) : (
        <UserAvatar id={userId} name={name} surname={surname} size="lg" />
      )}
    </Tile>
  );
}

/** What the others do does not render it again. */
export const OwnTile = memo(function OwnTile({ own }: { own: OwnView }) {
  const { preview, microphone, camera, isWeak } = own;
  return (
    <Tile
      label={texts.you}
      name={texts.you}
      isMuted={!microphone.isOn}
      isOwn
      note={isWeak && camera.isOn ? texts.weakCamera : null}
    >
      {preview && !isWeak ? <Video stream={preview} label={texts.you} isMirrored /> : null}
    </Tile>
  );
});

function Tile(props: {
  label: string;
  name: string;
  role?: string;
  isMuted: boolean;
  isSpeaking?: boolean;
  isOwn?: boolean;
  note: string | null;
  children: ReactNode;
}) {
  const { label, name, role, isMuted, isSpeaking, isOwn, note, children } = props;
  return (
    <li
      className={styles.tile}
      aria-label={label}
      data-own={isOwn || undefined}
      data-speaking={isSpeaking || undefined}
    >
      {children}
      <span className={styles.name}>
        {isMuted ? <IconMicrophoneOff size={16} role="img" aria-label={texts.muted} /> : null}
        <span className={styles.who}>{name}</span>
        {role ? <span className={styles.role}>{role}</span> : null}
      </span>
      {note ? <span className={styles.note}>{note}</span> : null}
    </li>
  );
}

function noteOf(camera: Other["sending"]["camera"]): string | null {
  return camera === "weak" ? texts.weakCamera : null;
}
