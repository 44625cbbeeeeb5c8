import type { Person } from "@korki/contracts/admin-people";
import { commonTexts } from "@korki/contracts/texts/common";
import { privacyTexts as texts } from "@korki/contracts/texts/privacy";
import { fullName } from "@korki/domain";
import { Button, Group, Text } from "@mantine/core";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { saveFile } from "../../ui/save-file";
import { toastError, toastSuccess } from "../../ui/toasts";
import { PlannedLessonsNotice } from "./planned-lessons";

/** A copy of a person's data as a file, and its erasure, at the person's request. */
export function PersonPrivacy({ person }: { person: Person }) {
  const userId = person.id;
  const utils = trpc.useUtils();
  const copy = trpc.adminPrivacy.exportPerson.useMutation({
    onSuccess: (data) =>
      saveFile(
        { fileName: `dane-${userId}.json`, content: JSON.stringify(data, null, 2) },
        "application/json",
      ),
    onError: (error) => toastError(errorText(error)),
  });
  const erase = trpc.adminPrivacy.erasePerson.useMutation({
    onSuccess: () => toastSuccess(texts.erased),
    onError: (error) => toastError(errorText(error)),
  });

  async function askAndErase() {
    const planned = await utils.adminPeople.plannedLessons
      .fetch({ id: userId }, { staleTime: 0 })
      .catch(() => null);
    if (planned === null) return toastError(commonTexts.somethingWentWrong);
    const mayGo = await confirm({
      title: texts.eraseQuestion(fullName(person)),
      text: <PlannedLessonsNotice planned={planned} text={texts.eraseText} />,
      confirmLabel: texts.erase,
      cancelLabel: texts.keep,
      dangerous: true,
    });
    if (mayGo) erase.mutate({ userId, ...(planned.total > 0 && { plannedLessons: "cancel" as const }) });
  }

  return (
    <Card title={texts.title}>
      <Text size="sm">{texts.text}</Text>
      <Group mt="md">
        <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate({ userId })}>
          {texts.download}
        </Button>
        <Button variant="light" color="red" loading={erase.isPending} onClick={() => void askAndErase()}>
          {texts.erase}
        </Button>
      </Group>
    </Card>
  );
}
