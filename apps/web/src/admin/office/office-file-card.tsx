import { addNoteInput, type OfficeNote, type OfficeRef } from "@korki/contracts/office";
import { officeTexts as texts } from "@korki/contracts/texts/office";
import { fullName, OFFICE_TAG_MAX, OFFICE_TAGS_MAX } from "@korki/domain";
import { Button, Group, Stack, TagsInput, Text } from "@mantine/core";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "../../ui/select-styles";
import { useForm } from "@mantine/form";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { DescriptionField } from "../../ui/description-field";
import { FormShell } from "../../ui/form-shell";
import { formatDateTime } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { ruleOf } from "../../ui/rule-of";
import { fillSaved } from "../../ui/sent-values";
import { toastError, toastSuccess } from "../../ui/toasts";
import styles from "./office-file-card.module.css";

/** What the office noted of a person or a trial request, and its tags: for administrators alone. */
export function OfficeFileCard(file: OfficeRef) {
  const query = trpc.office.file.useQuery(file);
  return (
    <Card title={texts.title} text={texts.text}>
      <Loaded query={query} skeleton={<FormSkeleton fields={2} />}>
        {({ notes, tags }) => (
          <Stack gap="md">
            <Tags file={file} tags={tags} />
            <NewNote file={file} />
            {notes.length === 0 ? (
              <Text c="dimmed">{texts.none}</Text>
            ) : (
              <ul className={styles.notes} aria-label={texts.title}>
                {notes.map((note) => (
                  <Note key={note.id} note={note} />
                ))}
              </ul>
            )}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function Tags({ file, tags }: { file: OfficeRef; tags: string[] }) {
  const known = trpc.office.tags.useQuery();
  const save = trpc.office.saveTags.useMutation({ onError: (error) => toastError(errorText(error)) });
  return (
    <TagsInput
      label={texts.tags}
      placeholder={texts.tagsHelp}
      data={known.data ?? []}
      value={save.isPending ? save.variables.tags : tags}
      onChange={(chosen) => save.mutate({ ...file, tags: chosen.map((tag) => tag.trim().toLowerCase()) })}
      maxTags={OFFICE_TAGS_MAX}
      maxLength={OFFICE_TAG_MAX}
    />
  );
}

function NewNote({ file }: { file: OfficeRef }) {
  const form = useForm({
    initialValues: { text: "" },
    validate: { text: ruleOf(addNoteInput.shape.text) },
  });
  const add = trpc.office.addNote.useMutation({
    onSuccess() {
      fillSaved(form, { text: "" });
      toastSuccess(texts.added);
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.note}
      call={add}
      submitLabel={texts.add}
      onSubmit={({ text }) => add.mutate({ ...file, text })}
    >
      <DescriptionField label={texts.note} {...form.getInputProps("text")} />
    </FormShell>
  );
}

function Note({ note }: { note: OfficeNote }) {
  const { id, text, author, createdAt } = note;
  const remove = trpc.office.deleteNote.useMutation({ onError: (error) => toastError(errorText(error)) });
  const when = formatDateTime(createdAt);
  async function ask() {
    const { deleteQuestion: title, deleteText, delete: confirmLabel, keep: cancelLabel } = texts;
    if (await confirm({ title, text: deleteText, confirmLabel, cancelLabel, dangerous: true })) {
      remove.mutate({ id });
    }
  }
  return (
    <li className={styles.note}>
      <Text className={styles.text}>{text}</Text>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {`${author ? fullName(author) : texts.nobody}, ${when}`}
        </Text>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={texts.deleteOf(when)}
          loading={remove.isPending}
          onClick={() => void ask()}
        >
          {texts.delete}
        </Button>
      </Group>
    </li>
  );
}
