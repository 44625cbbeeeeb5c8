import type { OwnMedia, OwnView } from "@korki/classroom";
import { lobbyTexts as texts } from "@korki/contracts/texts/room-screens";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useId, useRef } from "react";
import buttons from "./buttons.module.css";
import styles from "./device-fields.module.css";

/** Chooses microphone, camera and, if the browser can, speaker. Says what to press after a refusal. */
export function DeviceFields({ media, own }: { media: OwnMedia; own: OwnView }) {
  const { microphone, camera, choice } = own;
  const canChooseSpeaker = "setSinkId" in HTMLMediaElement.prototype;
  const wasRefused = microphone.fault === "refused" || camera.fault === "refused";
  return (
    <div className={styles.fields}>
      {microphone.fault ? <Fault text={texts.faults.microphone[microphone.fault]} /> : null}
      {camera.fault && !(wasRefused && microphone.fault) ? (
        <Fault text={texts.faults.camera[camera.fault]} />
      ) : null}
      {wasRefused ? <p className={styles.hint}>{texts.allow[browser()]}</p> : null}
      {microphone.fault || camera.fault ? (
        <button type="button" className={buttons.quiet} onClick={() => void media.start()}>
          {texts.tryAgain}
        </button>
      ) : null}
      <DeviceSelect
        own={own}
        kind={"audioinput"}
        label={texts.microphone}
        chosen={choice.microphone}
        inUse={media.tracks.microphone}
        onChoose={(id) => void media.chooseMicrophone(id)}
      />
      <DeviceSelect
        own={own}
        kind={"videoinput"}
        label={texts.camera}
        chosen={choice.camera}
        inUse={own.preview?.getVideoTracks()[0]}
        onChoose={(id) => void media.chooseCamera(id)}
      />
      {canChooseSpeaker ? (
        <DeviceSelect
          own={own}
          kind={"audiooutput"}
          label={texts.speaker}
          chosen={choice.speaker}
          onChoose={(id) => media.chooseSpeaker(id)}
        />
      ) : null}
    </div>
  );
}

/** How loud the own microphone is; drawn past React, many times a second. */
export function LevelMeter({ media }: { media: OwnMedia }) {
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      if (meter.current) meter.current.value = media.level() ?? 0;
    }, 100);
    return () => clearInterval(timer);
  }, [media]);
  return (
    <div className={styles.level}>
      <meter ref={meter} className={styles.meter} min={0} max={1} value={0} aria-label={texts.level} />
      <p className={styles.hint}>{texts.levelHint}</p>
    </div>
  );
}

function DeviceSelect(props: {
  own: OwnView;
  kind: MediaDeviceKind;
  label: string;
  chosen: string | undefined;
  inUse?: MediaStreamTrack | null | undefined;
  onChoose: (id: string) => void;
}) {
  const { own, kind, label, chosen, inUse, onChoose } = props;
  const id = useId();
  const devices = own.devices.filter((device) => device.kind === kind);
  if (devices.length === 0) return null;
  const shown = [chosen, inUse?.getSettings().deviceId].find((one) =>
    devices.some(({ deviceId }) => deviceId === one),
  );
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={shown ?? devices[0]?.deviceId}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {devices.map((device, at) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || texts.nameless(label, at + 1)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Fault({ text }: { text: string }) {
  return (
    <p className={styles.fault} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      {text}
    </p>
  );
}

/** Where permissions are given back differs by browser; others are like Chrome. */
function browser(): keyof typeof texts.allow {
  const { userAgent } = navigator;
  if (/iPhone|iPad/.test(userAgent)) return "safariOnPhone";
  if (/Firefox/.test(userAgent)) return "firefox";
  if (/Safari/.test(userAgent) && !/Chrome|Chromium/.test(userAgent)) return "safari";
  return /Android/.test(userAgent) ? "chromeOnPhone" : "chrome";
}
