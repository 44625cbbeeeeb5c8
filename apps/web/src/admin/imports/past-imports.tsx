import type { ImportEntry } from "@korki/contracts/imports";
import { importTexts as texts } from "@korki/contracts/texts/imports";
import { fullName } from "@korki/domain";
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { FormError } from "../../ui/form-shell";
import { formatDateTime } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { toastError, toastSuccess } from "../../ui/toasts";
import styles from "./past-imports.module.css";

/** What was imported, with undoing it and inviting its students. */
export function PastImports() {
  const query = trpc.imports.list.useQuery();
  return (
    <Card title={texts.past}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {(entries) =>
          entries.length === 0 ? (
            <Text c="dimmed">{texts.noPast}</Text>
          ) : (
            <ul className={styles.list} aria-label={texts.past}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Entry({ entry }: { entry: ImportEntry }) {
  const { id, kind, fileName, count, undoneAt, keptCount } = entry;
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const undo = trpc.imports.undo.useMutation({
    onSuccess: ({ removed, kept }) => toastSuccess(texts.undoDone(removed, kept)),
  });
  const invite = trpc.imports.invite.useMutation({
    onSuccess: ({ count: invited }) =>
      toastSuccess(invited === 0 ? texts.nobodyToInvite : texts.invitationsSent(invited)),
  });

  async function askAndUndo() {
    setAsking(true);
    try {
      const { removed, kept, reasons } = await utils.imports.previewUndo.fetch({ id }, { staleTime: 0 });
      const sure = await confirm({
        title: texts.undoQuestion,
        text: (
          <>
            <p>{texts.undoText(removed, kept)}</p>
            {reasons.length > 0 ? (
              <ul>
                {reasons.map(({ text, reason }) => (
                  <li key={text}>{`${text}: ${reason}`}</li>
                ))}
              </ul>
            ) : null}
          </>
        ),
        confirmLabel: texts.undo,
        dangerous: true,
      });
      if (sure) undo.mutate({ id });
    } catch (error) {
      toastError(errorText(error));
    } finally {
      setAsking(false);
    }
  }

  return (
    <li className={styles.entry}>
      <div>
        <Text fw={550}>{fileName}</Text>
        <Text size="sm" c="dimmed">
          {[
            `${texts.kinds[kind]}: ${count}`,
            formatDateTime(entry.createdAt),
            entry.createdBy ? fullName(entry.createdBy) : "",
            undoneAt === null ? "" : texts.undone(keptCount),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        {(undo.error ?? invite.error) ? <FormError error={undo.error ?? invite.error} /> : null}
      </div>
      <Group gap="sm">
        {entry.uninvited > 0 ? (
          <Button
            variant="default"
            size="sm"
            aria-label={texts.sendInvitationsOf(fileName)}
            loading={invite.isPending}
            onClick={() => invite.mutate({ id })}
          >
            {texts.sendInvitations}
          </Button>
        ) : null}
        {entry.canUndo ? (
          <Button
            variant="light"
            color="red"
            size="sm"
            aria-label={texts.undoOf(fileName)}
            loading={asking || undo.isPending}
            onClick={askAndUndo}
          >
            {texts.undo}
          </Button>
        ) : null}
      </Group>
    </li>
  );
}
