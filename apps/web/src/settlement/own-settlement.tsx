import type { Settlement, SettlementLine } from "@korki/contracts/settlement";
import { settlementTexts as texts } from "@korki/contracts/texts/settlement";
import { monthName, STATISTICS_YEARS, type YearMonth } from "@korki/domain";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useId, useState } from "react";
import { errorText, statusOf } from "../server/errors";
import { MonthPicker } from "../statistics/month-picker";
import { useChosenMonth } from "../statistics/use-chosen-month";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { confirm } from "../ui/confirm";
import { FormError } from "../ui/form-shell";
import { formatMoney } from "../ui/formats";
import { mayLeave } from "../ui/may-leave";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { toastError, toastSuccess } from "../ui/toasts";
import { WorkWithin } from "../updates/unsaved-work";
import { lineText, SettlementLines } from "./settlement-lines";
import { WordsForm } from "./words-form";

/** "Rozliczenie miesiąca" of a teacher; nothing where months are not settled (rules §37). */
export function OwnSettlement() {
  const [picked, setPicked] = useChosenMonth(STATISTICS_YEARS, 1, "rozliczenie.");
  const month = monthName(picked);
  const query = trpc.settlement.mine.useQuery({ month }, { retry: false });
  const id = useId();
  const [wasOn, setWasOn] = useState(false);
  // While an answer is awaited, the one before counts.
  const isOn = query.error ? statusOf(query.error) !== 404 : query.data !== undefined || wasOn;
  if (isOn !== wasOn) setWasOn(isOn);
  if (!isOn) return null;

  /** Words that are not sent yet are asked about. */
  async function pick(change: Partial<YearMonth>) {
    if (await mayLeave(id)) setPicked(change);
  }
  return (
    <Card title={texts.ownTitle} text={texts.ownText}>
      <WorkWithin value={id}>
        <Stack gap="lg">
          <MonthPicker value={picked} years={STATISTICS_YEARS} onChange={(change) => void pick(change)} />
          <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
            {(settlement) => <Month month={month} settlement={settlement} />}
          </Loaded>
        </Stack>
      </WorkWithin>
    </Card>
  );
}

function Month({ month, settlement }: { month: string; settlement: Settlement }) {
  const { state, until, lines } = settlement;
  const isProposed = state === "proposed";
  return (
    <>
      <Text>
        {texts.states[state]}
        {isProposed && until ? `, ${texts.until(until)}` : ""}
      </Text>
      {lines.length === 0 ? (
        <EmptyState picture="money" title={texts.none} text={texts.noneOfMonth} />
      ) : (
        <SettlementLines
          settlement={settlement}
          actions={(line) => (isProposed ? <ObjectButton month={month} line={line} /> : null)}
        />
      )}
      {isProposed ? <Answer key={month} month={month} settlement={settlement} /> : null}
    </>
  );
}

function ObjectButton({ month, line }: { month: string; line: SettlementLine }) {
  const [isOpen, setOpen] = useState(false);
  const object = trpc.settlement.object.useMutation({
    onSuccess() {
      setOpen(false);
      toastSuccess(texts.sent);
    },
    onError: (error) => toastError(errorText(error)),
  });
  if (line.objection) return null;
  if (isOpen)
    return (
      <WordsForm
        label={texts.objectionLabel}
        pending={object.isPending}
        choices={[
          { label: texts.send, send: (text, how) => object.mutate({ month, lineId: line.id, text }, how) },
        ]}
      />
    );
  return (
    <Group>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={texts.objectTo(lineText(line))}
        onClick={() => setOpen(true)}
      >
        {texts.object}
      </Button>
    </Group>
  );
}

function Answer({ month, settlement }: { month: string; settlement: Settlement }) {
  const [isMissing, setMissing] = useState(false);
  const accept = trpc.settlement.accept.useMutation({ onSuccess: () => toastSuccess(texts.acceptedToast) });
  const missing = trpc.settlement.missing.useMutation({
    onSuccess() {
      setMissing(false);
      toastSuccess(texts.sent);
    },
    onError: (error) => toastError(errorText(error)),
  });
  async function askAndAccept() {
    const isSure = await confirm({
      title: texts.acceptQuestion(month, formatMoney(settlement.total)),
      text: texts.acceptText,
      confirmLabel: texts.accept,
    });
    if (isSure) accept.mutate({ month, version: settlement.version });
  }
  return (
    <Stack gap="sm">
      {accept.error ? <FormError error={accept.error} /> : null}
      {isMissing ? (
        <WordsForm
          label={texts.missingLabel}
          pending={missing.isPending}
          choices={[{ label: texts.send, send: (text, how) => missing.mutate({ month, text }, how) }]}
        />
      ) : null}
      <Group gap="sm">
        <Button
          loading={accept.isPending}
          disabled={settlement.lines.some(({ objection }) => objection?.state === "open")}
          onClick={() => void askAndAccept()}
        >
          {texts.accept}
        </Button>
        {isMissing ? null : (
          <Button variant="default" onClick={() => setMissing(true)}>
            {texts.missing}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
