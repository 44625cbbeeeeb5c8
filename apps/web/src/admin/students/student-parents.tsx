import type { Guardianship } from "@korki/contracts/families";
import { emailInput } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Badge, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconMail, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { FormShell } from "../../ui/form-shell";
import { formatDate } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { ruleOf } from "../../ui/rule-of";
import { Sheet } from "../../ui/sheet";
import { toastError, toastSuccess } from "../../ui/toasts";
import { PersonSelect } from "../people/person-select";

/** The tab "Rodzice": who acts for a student, with which rights (rules §15). */
export function StudentParents({ studentId }: { studentId: string }) {
  const query = trpc.families.guardianships.useQuery({ studentId });
  const [open, setOpen] = useState<Guardianship | "new" | "invite" | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack>
      <Group>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen("new")}>
          {texts.addParent}
        </Button>
        <Button
          variant="default"
          leftSection={<IconMail size={18} aria-hidden />}
          onClick={() => setOpen("invite")}
        >
          {texts.invite}
        </Button>
      </Group>
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {(guardianships) =>
          guardianships.length === 0 ? (
            <Card>
              <EmptyState
                icon={<IconUsers size={28} aria-hidden />}
                title={texts.none}
                text={texts.noneText}
              />
            </Card>
          ) : (
            <>
              {guardianships.map((guardianship) => (
                <GuardianshipCard
                  key={guardianship.id}
                  guardianship={guardianship}
                  onEdit={() => setOpen(guardianship)}
                />
              ))}
            </>
          )
        }
      </Loaded>
      <Sheet
        opened={open !== null}
        onClose={close}
        title={open === "invite" ? texts.inviteTitle : open === "new" ? texts.addParent : texts.edit}
      >
        {open === "invite" ? (
          <InviteForm studentId={studentId} onDone={close} />
        ) : open !== null ? (
          <GuardianshipForm studentId={studentId} before={open === "new" ? null : open} onDone={close} />
        ) : null}
      </Sheet>
    </Stack>
  );
}

function GuardianshipCard({ guardianship, onEdit }: { guardianship: Guardianship; onEdit: () => void }) {
  const { id, parentName, rights, payer, from, to, hasEnded } = guardianship;
  const end = trpc.families.endGuardianship.useMutation({
    onSuccess: () => toastSuccess(texts.ended),
    onError: (error) => toastError(errorText(error)),
  });

  async function askAndEnd() {
    const sure = await confirm({
      title: texts.endQuestion(parentName),
      text: texts.endText,
      confirmLabel: texts.end,
      dangerous: true,
    });
    if (sure) end.mutate({ id });
  }

  const days = hasEnded
    ? texts.endedOn(to ? formatDate(to) : "")
    : [texts.since(formatDate(from)), to && texts.until(formatDate(to))].filter(Boolean).join(", ");
  return (
    <Card>
      <Group justify="space-between">
        <div>
          <Text fw={600}>{parentName}</Text>
          <Text size="sm" c="dimmed">
            {days}
          </Text>
          <Group gap="xs" mt="xs">
            {[texts.sees, rights.book && texts.books, rights.pay && texts.pays, payer && texts.payer]
              .filter((text) => text !== false)
              .map((text) => (
                <Badge key={text} variant="light" tt="none">
                  {text}
                </Badge>
              ))}
          </Group>
        </div>
        {hasEnded ? null : (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={onEdit}>
              {texts.edit}
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              loading={end.isPending}
              onClick={() => void askAndEnd()}
            >
              {texts.end}
            </Button>
          </Group>
        )}
      </Group>
    </Card>
  );
}

function GuardianshipForm(props: { studentId: string; before: Guardianship | null; onDone: () => void }) {
  const { studentId, before, onDone } = props;
  const form = useForm({
    initialValues: {
      parentId: before?.parentId ?? null,
      book: before?.rights.book ?? true,
      pay: before?.rights.pay ?? true,
      payer: before?.payer ?? false,
      from: before?.from ?? "",
      to: before?.to ?? "",
    },
    validate: { parentId: (id) => (id ? null : texts.parent) },
  });
  const save = trpc.families.saveGuardianship.useMutation({
    onSuccess() {
      form.resetDirty();
      toastSuccess(texts.saved);
      onDone();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.addParent}
      pending={save.isPending}
      error={save.error}
      submitLabel={texts.save}
      onSubmit={({ parentId, book, pay, payer, from, to }) =>
        save.mutate({
          ...(before ? { id: before.id } : {}),
          parentId: parentId ?? "",
          studentId,
          rights: { book, pay },
          payer: payer && pay,
          ...(from ? { from } : {}),
          to: to || null,
        })
      }
    >
      {before ? (
        <Text fw={600}>{before.parentName}</Text>
      ) : (
        <PersonSelect
          of="parents"
          label={texts.parent}
          value={form.values.parentId}
          onChange={(id) => form.setFieldValue("parentId", id)}
          error={form.errors.parentId}
        />
      )}
      <Checkbox label={texts.mayBook} {...form.getInputProps("book", { type: "checkbox" })} />
      <Checkbox label={texts.mayPay} {...form.getInputProps("pay", { type: "checkbox" })} />
      <Checkbox
        label={texts.isPayer}
        disabled={!form.values.pay}
        {...form.getInputProps("payer", { type: "checkbox" })}
      />
      <TextInput type="date" label={texts.from} {...form.getInputProps("from")} />
      <TextInput type="date" label={texts.to} {...form.getInputProps("to")} />
    </FormShell>
  );
}

function InviteForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const form = useForm({
    initialValues: { email: "" },
    validateInputOnBlur: true,
    validate: { email: ruleOf(emailInput) },
  });
  const invite = trpc.families.inviteParent.useMutation({
    onSuccess() {
      form.resetDirty();
      toastSuccess(texts.invitationSent);
      onDone();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.inviteTitle}
      pending={invite.isPending}
      error={invite.error}
      submitLabel={texts.sendInvitation}
      onSubmit={({ email }) => invite.mutate({ studentId, email })}
    >
      <Text size="sm">{texts.inviteText}</Text>
      <TextInput type="email" label={texts.inviteEmail} {...form.getInputProps("email")} />
    </FormShell>
  );
}
