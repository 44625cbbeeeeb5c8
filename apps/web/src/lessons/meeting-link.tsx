import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { endHasPassed, lessonCan } from "@korki/domain";
import { Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconCopy, IconLink, IconVideo } from "@tabler/icons-react";
import { useActorFor } from "../parents/family";
import { trpc } from "../trpc";
import { FormError } from "../ui/form-shell";
import { useNow } from "../ui/use-now";

/** Where the lesson takes place: the teacher makes the link, both join by it. */
export function MeetingLink({ lesson, viewer }: { lesson: Lesson; viewer: "Student" | "Teacher" }) {
  const actor = useActorFor(lesson.studentId);
  const now = useNow();
  const utils = trpc.useUtils();
  const generate = trpc.lessons.generateLink.useMutation({
    // The button stays busy until the link is there.
    onSuccess: () => utils.lessons.get.refetch({ lessonId: lesson.id }),
  });
  const { meetingLink, status } = lesson;
  const mayGenerate = lessonCan(actor, lesson, now).includes("generateLink") && !endHasPassed(lesson, now);
  if (status !== "Potwierdzona") return null;

  return (
    <Stack gap="xs" component="section" aria-label={texts.meetingLink}>
      {meetingLink ? (
        <Group gap="xs">
          <Button
            component="a"
            href={meetingLink}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconVideo size={18} aria-hidden />}
          >
            {texts.joinMeeting}
          </Button>
          <CopyButton value={meetingLink}>
            {({ copied, copy }) => (
              <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
                {copied ? texts.linkCopied : texts.copyLink}
              </Button>
            )}
          </CopyButton>
        </Group>
      ) : null}
      {!meetingLink && viewer === "Student" ? (
        <Text size="sm" c="dimmed">
          {texts.waitForLink}
        </Text>
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
