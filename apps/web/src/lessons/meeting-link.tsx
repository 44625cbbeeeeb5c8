import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { endHasPassed, lessonCan, roomHours } from "@korki/domain";
import { Button, CopyButton, Group, Stack } from "@mantine/core";
import { IconCopy, IconLink } from "@tabler/icons-react";
import { useActorFor } from "../family/family";
import { JoinRoom, JoinsFrom } from "../lesson-parts/join-room";
import { trpc } from "../trpc";
import { FormError } from "../ui/form-shell";
import { useNow } from "../ui/use-now";

/** Where the lesson takes place: both join its room while it is open; the teacher makes a link that can be passed on. */
export function MeetingLink({ lesson }: { lesson: Lesson }) {
  const actor = useActorFor(lesson.studentId);
  const now = useNow();
  const utils = trpc.useUtils();
  const generate = trpc.lessons.generateLink.useMutation({
    // The button stays busy until the link is there.
    onSuccess: () => utils.lessons.get.refetch({ lessonId: lesson.id }),
  });
  const { meetingLink, status } = lesson;
  // The sheet of a double lesson's first hour knows that hour alone.
  const second = { ...lesson, block: lesson.block + 1 };
  const isSecondHour =
    lesson.pairId !== null && endHasPassed(lesson, now) && now <= roomHours(second).closesAt;
  const { data: room } = trpc.classroom.room.useQuery(
    { lessonId: lesson.id },
    { enabled: isSecondHour, retry: false, throwOnError: false },
  );
  const mayGenerate = lessonCan(actor, lesson, now).includes("generateLink") && !endHasPassed(lesson, now);
  const entrance = (
    <Group gap="xs">
      <JoinRoom lesson={room?.laterId ? { ...lesson, laterId: room.laterId } : lesson} />
      <JoinsFrom lesson={lesson} />
    </Group>
  );
  if (status !== "Potwierdzona") return entrance;

  return (
    <Stack gap="xs" component="section" aria-label={texts.meetingLink}>
      {entrance}
      {meetingLink ? (
        <Group gap="xs">
          <CopyButton value={meetingLink}>
            {({ copied, copy }) => (
              <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
                {copied ? texts.linkCopied : texts.copyLink}
              </Button>
            )}
          </CopyButton>
        </Group>
      ) : null}
      {mayGenerate ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconLink size={18} aria-hidden />}
            loading={generate.isPending}
            onClick={() => generate.mutate({ lessonId: lesson.id })}
          >
            {texts.generateLink}
          </Button>
        </Group>
      ) : null}
      {generate.error ? <FormError error={generate.error} /> : null}
    </Stack>
  );
}
