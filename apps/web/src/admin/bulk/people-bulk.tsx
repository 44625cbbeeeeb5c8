import type { StudentFilter } from "@korki/contracts/admin-people";
import { BULK_MAX } from "@korki/contracts/bulk";
import type { ListedRole, PeopleOutcome } from "@korki/contracts/people-bulk";
import { adminPeopleScreenTexts } from "@korki/contracts/texts/admin-people-screens";
import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import { Button, Radio, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { IconBell, IconLock, IconMailForward, IconMessageCircle, IconUserPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { BulkBar, type BulkResult } from "../../ui/bulk-bar";
import { confirm } from "../../ui/confirm";
import { Sheet } from "../../ui/sheet";
import { toastError } from "../../ui/toasts";
import type { Selection } from "../../ui/use-selection";
import { type Addressee, MessageSheet } from "./message-form";
import { RelateManyForm } from "./relate-many-form";
import { writtenResult } from "./written-result";

type Planned = "cancel" | "keep";

/**
 * What an administrator does with the chosen people, of one page or of all: assign a teacher, invite, remind, write,
 * disable. Who was left alone is named with the reason; assigning and disabling can be taken back.
 */
export function PeopleBulk(props: {
  /** null: administrators, who are only written to */
  role: ListedRole | null;
  /** what the list shows: whom "all" means */
  filter: Partial<StudentFilter>;
  total: number;
  /** people of the pages that were shown, with their names */
  known: ReadonlyMap<string, string>;
  selection: Selection;
}) {
  const { role, filter, total, known, selection } = props;
  const { keys, isAll, clear } = selection;
  const [result, setResult] = useState<BulkResult | null>(null);
  const [asking, setAsking] = useState<"message" | "relate" | null>(null);
  const onError = (error: unknown) => toastError(errorText(error));
  const invite = trpc.adminPeople.inviteMany.useMutation({ onError });
  const remind = trpc.debts.remindMany.useMutation({ onError });
  const disable = trpc.adminPeople.disableMany.useMutation({ onError });
  const enable = trpc.adminPeople.enableMany.useMutation({ onError });
  const unrelate = trpc.adminPeople.unrelateMany.useMutation({ onError });

  // "All" means what the list showed when it was said.
  const shown = JSON.stringify(filter);
  useEffect(() => {
    if (shown) clear();
  }, [shown, clear]);

  const count = isAll ? total - keys.size : keys.size;
  const people = isAll ? { filter, except: [...keys] } : { ids: [...keys] };
  const addressees: readonly Addressee[] = isAll
    ? []
    : [...keys].map((id) => ({ id, name: known.get(id) ?? "" }));
  const mayWrite = !isAll && count <= BULK_MAX;

  function finish(
    { done, left, leftCount }: PeopleOutcome,
    say: (count: number) => string,
    undo?: BulkResult["undo"],
  ) {
    const named = left.map(({ id, name, reason }) => ({
      key: id,
      name: name || (known.get(id) ?? ""),
      reason,
    }));
    setResult({ text: say(done.length), left: named, leftCount, undo: done.length > 0 ? undo : undefined });
    setAsking(null);
    selection.turn(false);
  }

  async function askToInvite() {
    const sure = await confirm({
      title: texts.inviteQuestion(count),
      text: texts.inviteText,
      confirmLabel: texts.invite,
    });
    if (sure && role) invite.mutate({ role, people }, { onSuccess: (done) => finish(done, texts.invited) });
  }

  async function askToRemind() {
    const sure = await confirm({
      title: texts.remindQuestion(count),
      text: texts.remindText,
      confirmLabel: texts.send,
    });
    if (sure) remind.mutate({ people }, { onSuccess: (done) => finish(done, texts.reminded) });
  }

  async function askToDisable() {
    let plannedLessons: Planned = "keep";
    const choose = (choice: Planned) => {
      plannedLessons = choice;
    };
    const sure = await confirm({
      title: texts.disableQuestion(count),
      text: <DisableQuestion onChoose={role === "Parent" ? null : choose} />,
      confirmLabel: texts.disable,
      dangerous: true,
    });
    if (!sure || !role) return;
    disable.mutate(
      { role, people, plannedLessons },
      {
        onSuccess: (outcome) =>
          finish(outcome, texts.disabled, {
            run: () =>
              enable.mutate(
                { role, ids: outcome.done },
                { onSuccess: (again) => finish(again, texts.enabled) },
              ),
            isRunning: false,
          }),
      },
    );
  }

  return (
    <>
      <BulkBar
        count={count}
        all={{ total, choose: selection.chooseAll }}
        onClear={clear}
        result={result}
        onClose={() => setResult(null)}
      >
        {role === "Student" ? (
          <>
            <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAsking("relate")}>
              {texts.relate}
            </Button>
            <Button
              variant="default"
              leftSection={<IconBell size={18} aria-hidden />}
              loading={remind.isPending}
              onClick={() => void askToRemind()}
            >
              {texts.remind}
            </Button>
          </>
        ) : null}
        <Button
          variant="default"
          leftSection={<IconMessageCircle size={18} aria-hidden />}
          disabled={!mayWrite}
          title={mayWrite ? undefined : texts.writeToFewer(BULK_MAX)}
          onClick={() => setAsking("message")}
        >
          {texts.write(count)}
        </Button>
        {role ? (
          <>
            <Button
              variant="default"
              leftSection={<IconMailForward size={18} aria-hidden />}
              loading={invite.isPending}
              onClick={() => void askToInvite()}
            >
              {texts.invite}
            </Button>
            <Button
              variant="default"
              leftSection={<IconLock size={18} aria-hidden />}
              loading={disable.isPending}
              onClick={() => void askToDisable()}
            >
              {texts.disable}
            </Button>
          </>
        ) : null}
      </BulkBar>
      <MessageSheet
        opened={asking === "message"}
        people={addressees}
        onClose={() => setAsking(null)}
        onSent={(outcomes) => {
          setResult(writtenResult(outcomes, addressees));
          setAsking(null);
          selection.turn(false);
        }}
      />
      <Sheet opened={asking === "relate"} onClose={() => setAsking(null)} title={texts.relateTitle(count)}>
        {asking === "relate" ? (
          <RelateManyForm
            people={people}
            onDone={(outcome, teacherId) =>
              finish(outcome, texts.related, {
                run: () =>
                  unrelate.mutate(
                    { teacherId, ids: outcome.done },
                    { onSuccess: () => setResult({ text: texts.unrelated, left: [] }) },
                  ),
                isRunning: false,
              })
            }
          />
        ) : null}
      </Sheet>
    </>
  );
}

function DisableQuestion({ onChoose }: { onChoose: ((choice: Planned) => void) | null }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.disableText}</Text>
      {onChoose ? (
        <Radio.Group<Planned> label={texts.plannedChoice} defaultValue="keep" onChange={onChoose}>
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label={adminPeopleScreenTexts.plannedKeep} />
            <Radio value="cancel" label={adminPeopleScreenTexts.plannedCancel} />
          </Stack>
        </Radio.Group>
      ) : null}
    </Stack>
  );
}
