import { BLOCKS, blockStart, type CivilDate, today } from "@korki/domain";
import { useNow } from "../ui/use-now";
import styles from "./week-calendar.module.css";

const MINUTE_MS = 60_000;

/** A line across today's column at the present minute, in the cell of the blocks in which it falls. */
export function NowLine({ day, block, blocks = 1 }: { day: CivilDate; block: number; blocks?: number }) {
  const now = useNow();
  if (day !== today(now)) return null;
  const next = BLOCKS[block + blocks];
  const last = BLOCKS[block + blocks - 1];
  const start = blockStart(day, block);
  const length = (next?.startMinutes ?? last?.endMinutes ?? 0) - (BLOCKS[block]?.startMinutes ?? 0);
  const part = (now.getTime() - start.getTime()) / MINUTE_MS / length;
  if (part < 0 || part >= 1) return null;
  return <div className={styles.now} style={{ top: `${part * 100}%` }} aria-hidden />;
}
