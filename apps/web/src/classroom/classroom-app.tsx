import { commonTexts } from "@korki/contracts/texts/common";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { lobbyTexts as texts } from "@korki/contracts/texts/room-screens";
import { IconCloudOff, IconDoorOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { roomPaths } from "../room-paths";
import { errorText, isUnreachable } from "../server/errors";
import { checkSession } from "../server/session-calls";
import { leaveNote } from "../session/notes";
import { clearSession, useSession } from "../session/session-store";
import { MessagePage } from "../ui/message-page";
import { Splash } from "../ui/splash";
import { visitorPaths } from "../visitor-paths";
import styles from "./buttons.module.css";
import { OutsidePage } from "./outside-page";
import { RoomPage } from "./room-page";
import { useRoomInfo } from "./server";

/** The page of a lesson's room, for somebody who is signed in; others sign in, and come back here. */
export function ClassroomApp({ lessonId }: { lessonId: string }) {
  const { phase, profile, notice } = useSession();
  const hasOtherStep = phase === "factorRequired" || (profile?.missingConsents?.length ?? 0) > 0;
  useEffect(() => {
    if (hasOtherStep) return location.replace(visitorPaths.dashboard);
    // Signing in over the screen is the dashboard's.
    if (phase === "expired") return clearSession(commonTexts.sessionExpired);
    if (phase !== "signedOut") return;
    leaveNote("wanted", location.pathname);
    if (notice) leaveNote("notice", notice);
    location.replace(visitorPaths.auth);
  }, [phase, notice, hasOtherStep]);

  if (phase === "unreachable") return <Unreachable onRetry={() => void checkSession()} />;
  if (!profile || hasOtherStep) return <Splash />;
  return <KnownPerson lessonId={lessonId} userId={profile.id} />;
}

function KnownPerson({ lessonId, userId }: { lessonId: string; userId: string }) {
  const [isInside, setIsInside] = useState(false);
  const { lesson, room, error, read } = useRoomInfo(lessonId, !isInside);
  if (error && !isInside && !(room && isUnreachable(error))) {
    if (isUnreachable(error)) return <Unreachable onRetry={() => location.reload()} />;
    return (
      <MessagePage
        tone="bad"
        icon={<IconDoorOff size={30} aria-hidden />}
        title={texts.title}
        text={errorText(error)}
        action={
          <a className={styles.button} href={roomPaths.lessons}>
            {texts.toLessons}
          </a>
        }
      />
    );
  }
  if (!lesson || !room) return <Splash />;
  if (room.mode === "outside") return <OutsidePage lesson={lesson} room={room} />;
  return (
    <RoomPage lesson={lesson} room={room} userId={userId} onInside={setIsInside} onOtherTeacher={read} />
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePage
      tone="calm"
      icon={<IconCloudOff size={30} aria-hidden />}
      title={interfaceTexts.unreachableTitle}
      text={interfaceTexts.unreachableText}
      action={
        <button type="button" className={styles.button} onClick={onRetry}>
          {commonTexts.tryAgain}
        </button>
      }
    />
  );
}
