import { canShareScreen, type OwnMedia, type OwnView, type Room, type RoomView } from "@korki/classroom";
import type { Room as RoomState } from "@korki/contracts/classroom";
import { roomTexts as texts } from "@korki/contracts/texts/room-screens";
import { subjectTexts } from "@korki/contracts/texts/statuses";
import { blockHours, fullName } from "@korki/domain";
import {
  IconChalkboard,
  IconMessage,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconSettings,
  IconVideo,
  IconVideoOff,
} from "@tabler/icons-react";
import { lazy, memo, type ReactNode, Suspense, useCallback, useState, useSyncExternalStore } from "react";
import { afterPaint } from "../ui/after-paint";
import { usePageTitle } from "../ui/page-title";
import { loadWithRetry } from "../updates/load-with-retry";
import buttons from "./buttons.module.css";
import { DeviceFields, LevelMeter } from "./device-fields";
import { OtherTile, OwnTile } from "./person-tile";
import styles from "./room-screen.module.css";
import { SecondHour } from "./second-hour";
import type { RoomLesson } from "./server";
import { Side } from "./side";
import { useArrivals } from "./use-arrivals";
import { isDesk, useBoardPlace } from "./use-board-place";
import { usePartner } from "./use-partner";
import { useSound } from "./use-sound";
import { useWakeLock } from "./use-wake-lock";
import { Video } from "./video";
import { useChatClient, useUnread, Words } from "./words";

type Panel = "words" | "devices" | null;

/** Requested before one enters, so that it is there at once. The call does not wait for it. */
const loadedBoard = loadWithRetry(() => import("./room-board"));
const RoomBoard = lazy(() => loadedBoard);

/** The room of a lesson from inside: faces, the board, a shared screen, words, and what one presses (rules §30, §31). */
export const RoomScreen = memo(function RoomScreen(props: {
  lesson: RoomLesson;
  room: RoomState;
  media: OwnMedia;
  client: Room;
  view: RoomView;
  userId: string;
  onLeave: () => void;
  /** The room of a double lesson's second hour is to be loaded. */
  onSecondHour: (lessonId: string) => void;
}) {
  const { lesson, room, media, client, view, userId, onLeave, onSecondHour } = props;
  const own = useSyncExternalStore(media.subscribe, media.snapshot);
  const [panel, setPanel] = useState<Panel>(null);
  const chat = useChatClient(userId);
  const partnerId = usePartner(lesson, userId, view.others);
  const unread = useUnread(chat, partnerId);
  const sound = useSound(view.others, own.choice.speaker);
  const arrival = useArrivals(view.others);
  useWakeLock();
  usePageTitle(subjectTexts[lesson.subject]);

  const shown = view.others.find(({ sending, streams }) => sending.screen && streams);
  const hasScreen = shown !== undefined || own.isSharing;
  const place = useBoardPlace(client, hasScreen);
  const toggle = useCallback((which: Panel) => setPanel((open) => (open === which ? null : which)), []);
  const close = useCallback(() => setPanel(null), []);
  const showBoard = useCallback(() => {
    place.show(true);
    // On a phone words and devices would cover it.
    if (!isDesk()) setPanel(null);
  }, [place.show]);

  return (
    <main className={styles.room} data-panel={panel ?? undefined}>
      <header className={styles.header}>
        <h1>{subjectTexts[lesson.subject]}</h1>
        <span className="tabular">{blockHours(lesson.block)}</span>
      </header>
      <div className={styles.notices}>
        <p className={styles.arrival} role="status">
          {arrival}
        </p>
        <SecondHour lesson={lesson} room={room} className={styles.notice} onGo={onSecondHour} />
        {view.isOnline ? null : <p className={styles.notice}>{texts.offline}</p>}
        {own.isWeak && own.camera.isOn ? <p className={styles.notice}>{texts.weak}</p> : null}
        {own.isSilent ? (
          <Notice
            text={texts.silent}
            action={texts.refetch}
            onAction={() => void media.refetchMicrophone()}
          />
        ) : null}
        {sound.isBlocked ? (
          <Notice text={texts.soundBlocked} action={texts.playSound} onAction={sound.play} />
        ) : null}
      </div>
      <div className={styles.stage} data-main={hasScreen || place.isShown || undefined}>
        <div className={styles.board} hidden={!place.isShown}>
          <Suspense fallback={<p className={styles.late}>{texts.boardLate}</p>}>
            <RoomBoard lessonId={lesson.id} client={client} onLook={showBoard} />
          </Suspense>
        </div>
        {place.isShown ? null : shown?.streams ? (
          <section className={styles.main} aria-label={texts.screenOf(fullName(shown))}>
            <Video stream={shown.streams.screen} label={texts.screenOf(fullName(shown))} isWhole />
          </section>
        ) : own.screen ? (
          <section className={styles.main} aria-label={texts.ownScreen}>
            <Video stream={own.screen} label={texts.ownScreen} isWhole />
            <p className={styles.mainNote}>{texts.ownScreen}</p>
          </section>
        ) : null}
        <ul className={styles.faces} aria-label={texts.people} data-count={view.others.length}>
          {view.others.map((other) => (
            <OtherTile key={other.userId} person={other} />
          ))}
          {view.others.length === 0 ? (
            <li className={styles.alone}>
              <strong>{texts.alone}</strong>
              <span>{texts.aloneText}</span>
            </li>
          ) : null}
          <OwnTile own={own} />
        </ul>
      </div>
      {panel === "devices" ? (
        <Side title={texts.devices} closing={texts.closeDevices} onClose={close}>
          <div className={styles.devices}>
            <LevelMeter media={media} />
            <DeviceFields media={media} own={own} />
          </div>
        </Side>
      ) : null}
      {panel === "words" && chat ? (
        <Words key={partnerId} client={chat} partnerId={partnerId} onClose={close} />
      ) : null}
      <Controls
        media={media}
        own={own}
        panel={panel}
        unread={panel === "words" ? 0 : unread}
        isBoardShown={place.isShown}
        hasBoardNews={place.hasNews}
        onBoard={panel !== null && !isDesk() ? showBoard : place.toggle}
        onPanel={toggle}
        onLeave={onLeave}
      />
    </main>
  );
});

/** What one presses, within a thumb's reach. Who comes or speaks does not render it again. */
const Controls = memo(function Controls(props: {
  media: OwnMedia;
  own: OwnView;
  panel: Panel;
  unread: number;
  isBoardShown: boolean;
  hasBoardNews: boolean;
  onBoard: () => void;
  onPanel: (panel: Panel) => void;
  onLeave: () => void;
}) {
  const { media, own, panel, unread, isBoardShown, hasBoardNews, onBoard, onPanel, onLeave } = props;
  const { microphone, camera, isSharing } = own;
  return (
    <div className={styles.controls} role="toolbar" aria-label={texts.controls}>
      <Control
        label={microphone.isOn ? texts.microphoneOff : texts.microphoneOn}
        caption={texts.microphone}
        icon={microphone.isOn ? <IconMicrophone aria-hidden /> : <IconMicrophoneOff aria-hidden />}
        isOff={!microphone.isOn}
        isBusy={microphone.isStarting}
        onClick={() => void media.setMicrophone(!microphone.isOn)}
      />
      <Control
        label={camera.isOn ? texts.cameraOff : texts.cameraOn}
        caption={texts.camera}
        icon={camera.isOn ? <IconVideo aria-hidden /> : <IconVideoOff aria-hidden />}
        isOff={!camera.isOn}
        isBusy={camera.isStarting}
        onClick={() => void media.setCamera(!camera.isOn)}
      />
      {canShareScreen() ? (
        <Control
          label={isSharing ? texts.stopSharing : texts.shareScreen}
          caption={texts.screen}
          icon={isSharing ? <IconScreenShareOff aria-hidden /> : <IconScreenShare aria-hidden />}
          isOn={isSharing}
          isAtOnce={!isSharing}
          onClick={() => (isSharing ? media.stopSharing() : void media.shareScreen())}
        />
      ) : null}
      <Control
        label={`${isBoardShown ? texts.closeBoard : texts.openBoard}${hasBoardNews ? `, ${texts.boardNews}` : ""}`}
        caption={texts.board}
        icon={<IconChalkboard aria-hidden />}
        isOn={isBoardShown}
        badge={hasBoardNews ? "!" : undefined}
        onClick={onBoard}
      />
      <Control
        label={`${panel === "words" ? texts.closeWords : texts.openWords}${unread > 0 ? `, ${texts.newWords(unread)}` : ""}`}
        caption={texts.words}
        icon={<IconMessage aria-hidden />}
        isOn={panel === "words"}
        badge={unread}
        onClick={() => onPanel("words")}
      />
      <Control
        label={panel === "devices" ? texts.closeDevices : texts.devices}
        caption={texts.devices}
        icon={<IconSettings aria-hidden />}
        isOn={panel === "devices"}
        onClick={() => onPanel("devices")}
      />
      <Control
        label={texts.leave}
        caption={texts.leave}
        icon={<IconPhoneOff aria-hidden />}
        isDangerous
        isAtOnce
        onClick={onLeave}
      />
    </div>
  );
});

/** A press is answered by the button's look; what it is for follows the next paint, as that may take longer. */
function Control(props: {
  label: string;
  caption: string;
  icon: ReactNode;
  isOn?: boolean;
  isOff?: boolean;
  isBusy?: boolean;
  isDangerous?: boolean;
  /**
   * Handles the press at once: browsers open their screen dialog at no other time, and leaving waits for the paint itself.
   */
  isAtOnce?: boolean;
  badge?: number | string | undefined;
  onClick: () => void;
}) {
  const { label, caption, icon, isOn, isOff, isBusy, isDangerous, isAtOnce, badge, onClick } = props;
  const [isPressed, setIsPressed] = useState(false);
  const look = isDangerous ? "danger" : isOff ? "off" : isOn ? "on" : undefined;
  const press = () => {
    setIsPressed(true);
    afterPaint(() => {
      setIsPressed(false);
      onClick();
    });
  };
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={label}
      aria-busy={isBusy || undefined}
      data-look={look}
      data-pressed={isPressed || undefined}
      onClick={isAtOnce ? onClick : press}
    >
      <span className={styles.icon}>
        {icon}
        {badge ? <span className={styles.badge}>{badge}</span> : null}
      </span>
      <span className={styles.caption}>{caption}</span>
    </button>
  );
}

function Notice({ text, action, onAction }: { text: string; action: string; onAction: () => void }) {
  return (
    <div className={styles.notice} role="alert">
      {text}
      <button type="button" className={buttons.small} onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
