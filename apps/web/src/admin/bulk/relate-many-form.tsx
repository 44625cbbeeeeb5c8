import type { ChosenPeopleInput, PeopleOutcome } from "@korki/contracts/people-bulk";
import { adminPeopleScreenTexts } from "@korki/contracts/texts/admin-people-screens";
import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { PersonSelect } from "../../ui/person-select";

/** Chooses the teacher whom many students get. */
export function RelateManyForm(props: {
  people: ChosenPeopleInput;
  onDone: (outcome: PeopleOutcome, teacherId: string) => void;
}) {
  const form = useForm<{ teacherId: string | null }>({
    initialValues: { teacherId: null },
    validate: { teacherId: (id) => (id === null ? texts.teacherMissing : null) },
  });
  const relate = trpc.adminPeople.relateMany.useMutation({
    onSuccess(outcome, { teacherId }) {
      form.resetDirty();
      props.onDone(outcome, teacherId);
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.relate}
      call={relate}
      submitLabel={texts.relateSubmit}
      onSubmit={({ teacherId }) => {
        if (teacherId !== null) relate.mutate({ teacherId, people: props.people });
      }}
    >
      <Text size="sm" c="dimmed">
        {texts.relateText}
      </Text>
      <PersonSelect
        of="teachers"
        label={adminPeopleScreenTexts.teacher}
        data-autofocus
        value={form.values.teacherId}
        error={form.errors.teacherId}
        onChange={(id) => form.setFieldValue("teacherId", id)}
      />
    </FormShell>
  );
}
