import { type Person, type UpdatePersonInput, updatePersonInput } from "@korki/contracts/admin-people";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { commonTexts } from "@korki/contracts/texts/common";
import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { fullName } from "@korki/domain";
import { Checkbox, Stack, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { schemaResolver, useForm } from "@mantine/form";
import { useState } from "react";
import { PasswordPrompt } from "../../settings/security/password-prompt";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { changedValues } from "../../ui/changed-values";
import { confirm } from "../../ui/confirm";
import { FormShell } from "../../ui/form-shell";
import { civilDateOf, formatDay } from "../../ui/formats";
import { PhoneInput } from "../../ui/phone-input";
import { fillSaved } from "../../ui/sent-values";
import { toastError, toastSuccess } from "../../ui/toasts";
import { ChangedMeanwhile } from "../changed-meanwhile";
import { useFieldsBase } from "../use-form-base";
import { PersonPrivacy } from "./person-privacy";
import { PersonSecondFactor } from "./person-second-factor";
import { PlannedLessonsNotice } from "./planned-lessons";

type Values = Pick<Person, "name" | "surname" | "email" | "phone" | "phoneParent" | "isDisabled">;

/** The tab "Info": what an administrator edits of an account. Shows what another person saved meanwhile. */
export function PersonInfo({ person }: { person: Person }) {
  const utils = trpc.useUtils();
  const form = useForm<Values>({
    initialValues: valuesOf(person),
    validate: schemaResolver(updatePersonInput.omit({ id: true }), { sync: true }),
    validateInputOnBlur: true,
  });
  const update = trpc.adminPeople.update.useMutation({
    onSuccess(saved) {
      setBase(saved);
      fillSaved(form, valuesOf(saved));
      toastSuccess(adminPeopleTexts.updated);
    },
  });

  const { base, setBase, isOutdated, reload } = useFieldsBase(person, form, {
    valuesOf,
    isStale: ({ version }) => person.version > version,
    call: update,
  });

  const [unproven, setUnproven] = useState<UpdatePersonInput | null>(null);
  /** Whoever reads an administrator's mail can become that administrator (rules §19). */
  const send = (edit: UpdatePersonInput) =>
    base.role === "Admin" && edit.email !== undefined ? setUnproven(edit) : update.mutate(edit);

  async function save(values: Values) {
    const changes = changedValues(valuesOf(base), values);
    if (Object.keys(changes).length === 0) return toastError(adminLessonTexts.nothingChanged);
    const edit = { id: base.id, version: base.version, role: base.role, ...changes };
    if (!changes.isDisabled) return send(edit);
    const planned = await utils.adminPeople.plannedLessons
      .fetch({ id: base.id }, { staleTime: 0 })
      .catch(() => null);
    if (planned === null) return toastError(commonTexts.somethingWentWrong);
    let plannedLessons: "cancel" | "keep" = "cancel";
    const choose = (choice: typeof plannedLessons) => {
      plannedLessons = choice;
    };
    const mayGo = await confirm({
      title: texts.disableQuestion(fullName(base)),
      text: <PlannedLessonsNotice planned={planned} text={texts.disableText} onChoose={choose} />,
      confirmLabel: texts.disable,
      cancelLabel: texts.keep,
      dangerous: true,
    });
    if (mayGo) send({ ...edit, plannedLessons });
  }

  if (person.erasedAt !== null) return <ErasedNotice person={person} erasedAt={person.erasedAt} />;
  const isStudent = person.role === "Student";
  return (
    <Stack>
      <Card title={texts.personalData}>
        <FormShell
          form={form}
          label={texts.personalData}
          call={{ isPending: update.isPending, error: isOutdated || unproven ? null : update.error }}
          errorTitle={commonTexts.somethingWentWrong}
          submitLabel={texts.save}
          onSubmit={(values) => void save(values)}
        >
          {isOutdated ? <ChangedMeanwhile onReload={reload} /> : null}
          <TextInput label={texts.accountName} autoComplete="off" {...form.getInputProps("name")} />
          <TextInput label={texts.surname} autoComplete="off" {...form.getInputProps("surname")} />
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="off"
            description={person.email === "" ? familyScreenTexts.giveLoginText : undefined}
            {...form.getInputProps("email")}
          />
          <PhoneInput
            label={isStudent ? texts.studentPhone : texts.phone}
            autoComplete="off"
            {...form.getInputProps("phone")}
          />
          {isStudent ? (
            <PhoneInput label={texts.parentPhone} autoComplete="off" {...form.getInputProps("phoneParent")} />
          ) : null}
          <Checkbox
            label={texts.isDisabled}
            description={texts.isDisabledText}
            {...form.getInputProps("isDisabled", { type: "checkbox" })}
          />
        </FormShell>
      </Card>
      <PasswordPrompt
        opened={unproven !== null}
        onClose={() => {
          setUnproven(null);
          update.reset();
        }}
        title={texts.adminEmailQuestion}
        text={texts.adminEmailText(unproven?.email ?? "")}
        submitLabel={texts.adminEmailSubmit}
        act={async ({ password }) => unproven && (await update.mutateAsync({ ...unproven, password }))}
        onDone={() => setUnproven(null)}
      />
      <PersonSecondFactor person={person} />
      <PersonPrivacy person={person} />
    </Stack>
  );
}

function valuesOf({ name, surname, email, phone, phoneParent, isDisabled }: Values): Values {
  return { name, surname, email, phone, phoneParent, isDisabled };
}

/** An erased account is a tombstone: there is nothing to edit, and erasing it again takes out what has come since. */
function ErasedNotice({ person, erasedAt }: { person: Person; erasedAt: string }) {
  return (
    <Stack>
      <Card title={texts.erasedTitle}>
        <Text size="sm">{texts.erasedText(formatDay(civilDateOf(erasedAt)))}</Text>
      </Card>
      <PersonPrivacy person={person} />
    </Stack>
  );
}
