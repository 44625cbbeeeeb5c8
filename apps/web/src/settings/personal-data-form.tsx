import type { Profile } from "@korki/contracts/account";
import { type UpdateProfileInput, updateProfileInput } from "@korki/contracts/account";
import { settingsTexts } from "@korki/contracts/texts/settings";
import { INTRODUCTION_MAX } from "@korki/domain";
import { Checkbox, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { schemaResolver, useForm } from "@mantine/form";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { patchProfile, useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { changedValues } from "../ui/changed-values";
import { FormShell } from "../ui/form-shell";
import { GrowingTextarea } from "../ui/growing-textarea";
import { PhoneInput } from "../ui/phone-input";
import { fillSaved } from "../ui/sent-values";
import { toastSuccess } from "../ui/toasts";

/**
 * The data that people change about themselves. Name and e-mail are read-only. Only what was changed here is sent: the
 * centre, or another window, may have changed the rest meanwhile.
 */
export function PersonalDataForm() {
  const profile = useProfile();
  const [base, setBase] = useState(() => changeable(profile));
  const form = useForm<UpdateProfileInput>({
    initialValues: base,
    validate: schemaResolver(updateProfileInput, { sync: true }),
    validateInputOnBlur: true,
  });
  const update = trpc.account.updateProfile.useMutation({
    onSuccess(saved) {
      patchProfile(saved);
      setBase(changeable(saved));
      fillSaved(form, changeable(saved));
      toastSuccess(settingsTexts.saved);
    },
  });

  return (
    <Card title={settingsTexts.personalData} text={settingsTexts.readOnly}>
      <FormShell
        form={form}
        label={settingsTexts.personalData}
        onSubmit={(values) => update.mutate(changedValues(base, values))}
        call={update}
        errorTitle={settingsTexts.notSaved}
        submitLabel={settingsTexts.save}
      >
        <TextInput
          label={settingsTexts.name}
          value={profile.name}
          readOnly
          variant="filled"
          rightSection={<IconLock size={16} aria-hidden />}
        />
        <TextInput
          label={settingsTexts.surname}
          autoComplete="family-name"
          {...form.getInputProps("surname")}
        />
        <TextInput
          label={settingsTexts.email}
          value={profile.email}
          readOnly
          variant="filled"
          rightSection={<IconLock size={16} aria-hidden />}
        />
        <PhoneInput
          label={profile.role === "Student" ? settingsTexts.studentPhone : settingsTexts.phone}
          {...form.getInputProps("phone")}
        />
        {profile.role === "Student" ? (
          <PhoneInput
            label={settingsTexts.parentPhone}
            autoComplete="off"
            {...form.getInputProps("phoneParent")}
          />
        ) : null}
        {profile.role === "Teacher" ? (
          <TextInput
            label={settingsTexts.meetingRoom}
            description={settingsTexts.meetingRoomText}
            placeholder={settingsTexts.meetingRoomExample}
            type="url"
            inputMode="url"
            autoComplete="off"
            {...form.getInputProps("meetingRoom")}
          />
        ) : null}
        {profile.role === "Teacher" ? (
          <Checkbox
            label={settingsTexts.wantMoreStudents}
            description={settingsTexts.wantMoreStudentsText}
            {...form.getInputProps("isWantMoreStudents", { type: "checkbox" })}
          />
        ) : null}
        {profile.role === "Teacher" ? (
          <Checkbox
            label={settingsTexts.isShownToVisitors}
            description={settingsTexts.isShownToVisitorsText}
            {...form.getInputProps("isShownToVisitors", { type: "checkbox" })}
          />
        ) : null}
        {profile.role === "Teacher" && form.values.isShownToVisitors ? (
          <GrowingTextarea
            label={settingsTexts.introduction}
            description={settingsTexts.introductionText}
            minRows={2}
            maxLength={INTRODUCTION_MAX}
            {...form.getInputProps("introduction")}
          />
        ) : null}
      </FormShell>
    </Card>
  );
}

/** The part of a profile that this user type may change. */
function changeable({ role, surname, phone, phoneParent, ...rest }: Profile): UpdateProfileInput {
  return {
    surname,
    phone,
    ...(role === "Student" ? { phoneParent } : {}),
    ...(role === "Teacher"
      ? {
          isWantMoreStudents: rest.isWantMoreStudents,
          meetingRoom: rest.meetingRoom,
          isShownToVisitors: rest.isShownToVisitors,
          introduction: rest.introduction,
        }
      : {}),
  };
}
