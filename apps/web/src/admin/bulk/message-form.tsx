import type { MessageOutcome } from "@korki/contracts/bulk";
import { messageManyInput } from "@korki/contracts/bulk";
import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import { MESSAGE_MAX } from "@korki/domain";
import { Text } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useState } from "react";
import { newRequestKey } from "../../server/request-key";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { GrowingTextarea } from "../../ui/growing-textarea";
import { Sheet } from "../../ui/sheet";

/** A person to write to, with the name that the result says. */
export type Addressee = { readonly id: string; readonly name: string };

/** One message to many people, to each alone. */
export function MessageSheet(props: {
  opened: boolean;
  people: readonly Addressee[];
  onClose: () => void;
  onSent: (outcomes: readonly MessageOutcome[]) => void;
}) {
  const { opened, people, onClose, onSent } = props;
  return (
    <Sheet opened={opened} onClose={onClose} title={texts.writeTitle(people.length)}>
      {opened ? <MessageForm people={people} onSent={onSent} /> : null}
    </Sheet>
  );
}

function MessageForm(props: {
  people: readonly Addressee[];
  onSent: (outcomes: readonly MessageOutcome[]) => void;
}) {
  const { people, onSent } = props;
  const [clientKey] = useState(newRequestKey);
  const form = useForm({
    initialValues: { text: "" },
    validate: schemaResolver(messageManyInput.pick({ text: true }), { sync: true }),
    validateInputOnBlur: true,
  });
  const send = trpc.adminPeople.messageMany.useMutation({
    onSuccess(outcomes) {
      form.resetDirty();
      onSent(outcomes);
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.writeTitle(people.length)}
      call={send}
      submitLabel={texts.send}
      onSubmit={({ text }) =>
        send.mutate({ people: people.map(({ id }) => ({ id })), text: text.trim(), clientKey })
      }
    >
      <Text size="sm" c="dimmed">
        {texts.writeText}
      </Text>
      <GrowingTextarea
        label={texts.message}
        minRows={4}
        maxLength={MESSAGE_MAX}
        data-autofocus
        {...form.getInputProps("text")}
      />
    </FormShell>
  );
}
