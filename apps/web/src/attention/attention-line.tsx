import type { AttentionItem, AttentionKind } from "@korki/contracts/attention";
import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconVideo } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useIsShut } from "../lesson-parts/join-room";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { minutesUntil, startsInText } from "../ui/countdown";
import { useNow } from "../ui/use-now";
import { AttentionAction } from "./attention-action";
import { linkOf } from "./attention-link";
import styles from "./attention-panel.module.css";

/** A lesson's room is open from so many minutes before it (rules §30). */
const ROOM_OPENS_MINUTES = 15;
/** `16:45–17:45`, which stays on one line. */
const HOURS = /(\d{1,2}:\d{2}–\d{1,2}:\d{2})/;

/** Shows one item of "Co teraz": a link to its screen, and its action. */
export function AttentionLine(props: {
  kind: AttentionKind;
  item: AttentionItem;
  /** What was just done with it. */
  acted?: string | null;
}) {
  const { kind, item, acted } = props;
  const { role } = useProfile();
  const [before, hours, ...rest] = item.text.split(HOURS);
  const after = rest.join("");
  return (
    <li className={styles.item}>
      <Anchor component={Link} to={linkOf(role, kind, item)} className={styles.what} size="sm" c="inherit">
        {before}
        {hours ? <span className="unbroken">{hours}</span> : null}
        {after}
      </Anchor>
      {acted ? (
        <>
          <Text size="sm" c="dimmed">
            {acted}
          </Text>
          {kind === "no-outcome" && acted === texts.complete ? (
            // Who has just said that the lesson took place remembers what was done in it.
            <AttentionAction kind="no-report" item={item} />
          ) : null}
        </>
      ) : kind === "today" || kind === "next-lesson" ? (
        <Countdown item={item} />
      ) : (
        <AttentionAction kind={kind} item={item} />
      )}
    </li>
  );
}

/** When a lesson starts, and the way into its room. */
function Countdown({ item: { startsAt, meetingLink, lessonId } }: { item: AttentionItem }) {
  const now = useNow();
  const minutes = startsAt ? minutesUntil(new Date(startsAt), now) : Number.POSITIVE_INFINITY;
  const isOpen = minutes <= ROOM_OPENS_MINUTES;
  const isShut = useIsShut(lessonId ?? "", { enabled: isOpen && lessonId !== undefined });
  if (!startsAt) return null;
  // A trial lesson has no room of its own.
  const address = lessonId ? isOpen && !isShut && paths.room(lessonId) : meetingLink;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" className="tabular">
        {startsInText(new Date(startsAt), now)}
      </Text>
      {address ? (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          size="xs"
          leftSection={<IconVideo size={16} aria-hidden />}
        >
          {texts.join}
        </Button>
      ) : null}
    </Group>
  );
}
