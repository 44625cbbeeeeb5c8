import type { AdminSettlement } from "@korki/contracts/settlement";
import { settlementTexts as texts } from "@korki/contracts/texts/settlement";
import { monthName, STATISTICS_YEARS } from "@korki/domain";
import { Button, Checkbox, Group, Stack } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useState } from "react";
import { errorText } from "../../server/errors";
import { SettlementLines } from "../../settlement/settlement-lines";
import { WordsForm } from "../../settlement/words-form";
import { MonthPicker } from "../../statistics/month-picker";
import { useChosenMonth } from "../../statistics/use-chosen-month";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { type Column, DataTable } from "../../ui/data-table";
import { FormError } from "../../ui/form-shell";
import { formatMoney, formatNumber } from "../../ui/formats";
import { EmptyState, FormSkeleton, Loaded, TableSkeleton } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { toastError, toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";

/** The tab "Rozliczenia": where each teacher's month stands (rules §37). */
export default function SettlementsPage() {
  const query = trpc.settlement.switch.useQuery();
  const save = trpc.settlement.saveSwitch.useMutation();
  return (
    <Card title={texts.title} text={texts.adminText}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {({ on }) => (
          <Stack gap="lg">
            <Checkbox
              label={texts.switchOn}
              description={texts.switchOnText}
              checked={save.isPending ? save.variables.on : on}
              disabled={save.isPending}
              onChange={({ currentTarget }) => save.mutate({ on: currentTarget.checked })}
            />
            {save.error ? <FormError error={save.error} /> : null}
            {on ? <Month /> : null}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function Month() {
  const [picked, setPicked] = useChosenMonth(STATISTICS_YEARS, 1);
  const [opened, setOpened] = useState<AdminSettlement | null>(null);
  const month = monthName(picked);
  const list = useListState();
  const query = trpc.settlement.month.useQuery({ month });
  const propose = trpc.settlement.propose.useMutation({
    onSuccess: ({ proposed }) => toastSuccess(texts.proposed(proposed)),
    onError: (error) => toastError(errorText(error)),
  });
  async function askAndPropose() {
    const question = { title: texts.proposeQuestion(month), text: texts.proposeText };
    if (await confirm({ ...question, confirmLabel: texts.propose })) propose.mutate({ month });
  }
  const columns: readonly Column<AdminSettlement>[] = [
    { key: "teacher", header: texts.teacher, onCard: "title", cell: ({ teacherName }) => teacherName },
    { key: "state", header: texts.state, cell: ({ state }) => texts.states[state] },
    {
      key: "until",
      header: texts.untilLabel,
      cell: ({ until, state }) => (until && state === "proposed" ? texts.until(until) : "–"),
    },
    {
      key: "objections",
      header: texts.objections,
      align: "right",
      cell: ({ objections }) => formatNumber(objections),
    },
    {
      key: "total",
      header: texts.total,
      align: "right",
      onCard: "corner",
      cell: ({ total }) => <span className="tabular unbroken">{formatMoney(total)}</span>,
    },
    {
      key: "details",
      header: texts.details,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: (row) => (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.detailsOf(row.teacherName)}
          onClick={() => setOpened(row)}
        >
          {texts.details}
        </Button>
      ),
    },
  ];
  return (
    <>
      <MonthPicker value={picked} years={STATISTICS_YEARS} onChange={setPicked}>
        <Button size="sm" loading={propose.isPending} onClick={() => void askAndPropose()}>
          {texts.propose}
        </Button>
      </MonthPicker>
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        {(rows) => (
          <DataTable
            label={texts.tab}
            rows={rows}
            rowKey={({ teacherId }) => teacherId}
            columns={columns}
            list={list}
            empty={<EmptyState picture="money" title={texts.none} text={texts.noneOfMonth} />}
          />
        )}
      </Loaded>
      <Sheet
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened?.teacherName ?? ""}
        size="md"
      >
        {opened ? <TeacherMonth teacherId={opened.teacherId} month={month} /> : null}
      </Sheet>
    </>
  );
}

function TeacherMonth({ teacherId, month }: { teacherId: string; month: string }) {
  const query = trpc.settlement.ofTeacher.useQuery({ teacherId, month });
  const answer = trpc.settlement.answer.useMutation({
    onSuccess: () => toastSuccess(texts.answeredToast),
    onError: (error) => toastError(errorText(error)),
  });
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
      {(settlement) => (
        <SettlementLines
          settlement={settlement}
          actions={({ id: lineId, objection }) =>
            objection?.state === "open" ? (
              <Group>
                <WordsForm
                  label={texts.answerLabel}
                  pending={answer.isPending}
                  choices={([true, false] as const).map((accepted) => ({
                    label: accepted ? texts.acceptObjection : texts.rejectObjection,
                    variant: accepted ? "filled" : "default",
                    send: (words, how) =>
                      answer.mutate({ teacherId, month, lineId, answer: words, accepted }, how),
                  }))}
                />
              </Group>
            ) : null
          }
        />
      )}
    </Loaded>
  );
}
