import { useEffect, useRef } from "react";
import styles from "./video.module.css";

/** A moving picture without sound. */
export function Video(props: {
  stream: MediaStream;
  label: string;
  isMirrored?: boolean;
  isWhole?: boolean;
}) {
  const { stream, label, isMirrored, isWhole } = props;
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current) element.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={element}
      className={styles.video}
      data-mirrored={isMirrored || undefined}
      data-whole={isWhole || undefined}
      aria-label={label}
      autoPlay
      playsInline
      muted
    />
  );
}
