import type { Attention, AttentionItem } from "@korki/contracts/attention";
import { attentionKindTexts, attentionTexts as texts } from "@korki/contracts/texts/attention";
import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconVideo } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";

import { useNow } from "../ui/use-now";
import { linkOf, listOf } from "./attention-link";
import styles from "./attention-panel.module.css";

/** Lines of one kind shown at first. */
const SHOWN = 5;
const MINUTE_MS = 60_000;

/** "Co teraz": what waits for the person, above the lists; nothing while it is read or where nothing waits. */
export function AttentionPanel() {
  const { data } = trpc.attention.get.useQuery();
  if (!data || data.length === 0) return null;
  return (
    <Card title={texts.title}>
      <div className={styles.kinds}>
        {data.map((group) => (
          <Kind key={group.kind} group={group} />
        ))}
      </div>
    </Card>
  );
}

function Kind({ group: { kind, count, items } }: { group: Attention[number] }) {
  const { role } = useProfile();
  const rest = count - Math.min(items.length, SHOWN);
  return (
    <div>
      <h3 className={styles.kind}>
        {count > 1 ? `${attentionKindTexts[kind]} (${count})` : attentionKindTexts[kind]}
      </h3>
      <ul className={styles.items}>
        {items.slice(0, SHOWN).map((item, at) => (
          <li
            key={item.lessonId ?? item.trialLessonId ?? `${item.studentId ?? ""}${at}`}
            className={styles.item}
          >
            <Anchor component={Link} to={linkOf(role, kind, item)} size="sm" inherit={false}>
              {item.text}
            </Anchor>
            {kind === "today" || kind === "next-lesson" ? <Countdown item={item} /> : null}
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Anchor component={Link} to={listOf(kind)} className={styles.more}>
          {texts.all(count)}
        </Anchor>
      ) : null}
    </div>
  );
}

/** When a lesson starts, and the way into its room. */
function Countdown({ item: { startsAt, meetingLink } }: { item: AttentionItem }) {
  const now = useNow();
  if (!startsAt) return null;
  const minutes = Math.ceil((new Date(startsAt).getTime() - now.getTime()) / MINUTE_MS);
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" className="tabular">
        {minutes <= 0 ? texts.running : texts.startsIn(untilText(minutes))}
      </Text>
      {meetingLink ? (
        <Button
          component="a"
          href={meetingLink}
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

function untilText(minutes: number): string {
  if (minutes < 60) return texts.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? texts.hours(hours, minutes % 60) : texts.days(Math.floor(hours / 24));
}
