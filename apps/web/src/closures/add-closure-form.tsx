import {
  type AffectedLesson,
  type ClosureBody,
  closureBody,
  closurePreview,
} from "@korki/contracts/closures";
import { closureScreenTexts as texts } from "@korki/contracts/texts/closure-screens";
import { closureTexts } from "@korki/contracts/texts/closures";
import { BLOCKS, blockAt, today } from "@korki/domain";
import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { now } from "../clock";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { schemaResolver, useForm } from "@mantine/form";
import { useState } from "react";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { PersonSelect } from "../ui/person-select";
import { fillSaved } from "../ui/sent-values";
import { takesBusyTime } from "../ui/takes-busy-time";
import { toastSuccess } from "../ui/toasts";
import { DecisionList, type Decisions, decisionsOf } from "./decisions";

type Values = {
  scope: "centre" | "teacher";
  teacherId: string;
  from: string;
  to: string;
  fromBlock: string;
  toBlock: string;
  label: string;
};

const numberOrNull = (value: string) => (value === "" ? null : Number(value));

/**
 * Adds a closed day or an absence. Where lessons are planned then, they are shown first, and the person decides what
 * becomes of each.
 */
export function AddClosureForm({ isAdmin }: { isAdmin: boolean }) {
  const [affected, setAffected] = useState<readonly AffectedLesson[]>([]);
  const [decisions, setDecisions] = useState<Decisions>({});
  const [isIncomplete, setIsIncomplete] = useState(false);
  const day = today(now());
  const form = useForm<Values>({
    initialValues: {
      scope: isAdmin ? "centre" : "teacher",
      teacherId: "",
      from: day,
      to: day,
      fromBlock: "",
      toBlock: "",
      label: "",
    },
    onValuesChange() {
      setAffected([]);
      setDecisions({});
    },
    validate: (values) => ({
      ...schemaResolver(closureBody, { sync: true })(bodyOf(values)),
      ...(isAdmin && values.scope === "teacher" && !values.teacherId
        ? { teacherId: closureTexts.teacherRequired }
        : {}),
    }),
  });
  const preview = trpc.closures.preview.useMutation();
  const add = trpc.closures.add.useMutation({
    onError(error) {
      const details: unknown = error.data?.details;
      const fresh = closurePreview.safeParse((details as { preview?: unknown } | undefined)?.preview);
      if (!fresh.success) return;
      setAffected(fresh.data.affected);
      setDecisions({});
    },
    onSuccess(_, { decisions: made = [] }) {
      fillSaved(form, form.getInitialValues());
      setAffected([]);
      setDecisions({});
      toastSuccess(made.length > 0 ? texts.addedAndTold : texts.added);
    },
  });

  function bodyOf({ scope, teacherId, from, to, fromBlock, toBlock, label }: Values): ClosureBody {
    const whom = isAdmin && scope === "teacher" && teacherId ? { teacherId } : {};
    const blocks = { fromBlock: numberOrNull(fromBlock), toBlock: numberOrNull(toBlock) };
    return { scope, ...whom, from, to, ...blocks, label: label.trim() };
  }

  /** A decision may put a lesson at a time that is busy elsewhere: that is asked about once. */
  async function decide(input: Parameters<typeof add.mutate>[0]) {
    try {
      await add.mutateAsync(input);
    } catch (refusal) {
      if (await takesBusyTime(refusal)) add.mutate({ ...input, overrideBusy: true });
    }
  }

  async function submit(values: Values) {
    const body = bodyOf(values);
    add.reset();
    const made = decisionsOf(affected, decisions);
    if (affected.length > 0) {
      if (made) await decide({ ...body, decisions: made });
      else setIsIncomplete(true);
      return;
    }
    const found = await preview.mutateAsync(body).catch(() => null);
    if (!found) return;
    if (found.affected.length === 0) add.mutate({ ...body, decisions: [], token: found.token });
    else setAffected(found.affected);
  }

  const hours = (edge: "start" | "end") =>
    BLOCKS.map(({ index }) => ({ value: String(index), label: blockAt(index)[edge] }));
  const isTeacher = form.values.scope === "teacher";
  return (
    <FormShell
      form={form}
      label={isAdmin ? texts.add : texts.addAbsence}
      call={{ isPending: preview.isPending || add.isPending, error: add.error ?? preview.error }}
      submitLabel={affected.length > 0 ? texts.save : texts.submit}
      onSubmit={(values) => void submit(values)}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {isAdmin ? (
          <NativeSelect
            label={texts.scope}
            data={[
              { value: "centre", label: texts.centre },
              { value: "teacher", label: texts.oneTeacher },
            ]}
            {...form.getInputProps("scope")}
          />
        ) : null}
        {isAdmin && isTeacher ? (
          <PersonSelect
            of="teachers"
            label={texts.teacher}
            placeholder={texts.chooseTeacher}
            value={form.values.teacherId || null}
            error={form.errors.teacherId}
            onChange={(id) => form.setFieldValue("teacherId", id ?? "")}
          />
        ) : null}
        <TextInput
          type="date"
          label={texts.from}
          {...form.getInputProps("from")}
          onChange={({ currentTarget: { value } }) =>
            // Most absences are of one day.
            form.setValues(({ to = "" }) => ({ from: value, to: to < value ? value : to }))
          }
        />
        <TextInput type="date" label={texts.to} {...form.getInputProps("to")} />
        <NativeSelect
          label={texts.fromBlock}
          data={[{ value: "", label: texts.wholeDay }, ...hours("start")]}
          {...form.getInputProps("fromBlock")}
        />
        <NativeSelect
          label={texts.toBlock}
          data={[{ value: "", label: texts.wholeDay }, ...hours("end")]}
          {...form.getInputProps("toBlock")}
        />
      </SimpleGrid>
      <TextInput
        label={texts.label}
        description={isTeacher ? texts.labelHint : undefined}
        maxLength={200}
        {...form.getInputProps("label")}
      />
      {affected.length > 0 ? (
        <DecisionList
          affected={affected}
          decisions={decisions}
          isIncomplete={isIncomplete}
          onChange={(made) => {
            setDecisions(made);
            setIsIncomplete(false);
          }}
        />
      ) : null}
    </FormShell>
  );
}
