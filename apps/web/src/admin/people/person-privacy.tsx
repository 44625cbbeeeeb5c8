import type { Person } from "@korki/contracts/admin-people";
import { privacyTexts as texts } from "@korki/contracts/texts/privacy";
import { Button, Group, Text } from "@mantine/core";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { saveFile } from "../../ui/save-file";
import { toastError, toastSuccess } from "../../ui/toasts";
import { fullName } from "./full-name";

/** A copy of a person's data as a file, and its erasure, at the person's request. */
export function PersonPrivacy({ person }: { person: Person }) {
  const userId = person.id;
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
    const mayGo = await confirm({
      title: texts.eraseQuestion(fullName(person)),
      text: texts.eraseText,
      confirmLabel: texts.erase,
      cancelLabel: texts.keep,
      dangerous: true,
    });
    if (mayGo) erase.mutate({ userId });
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
