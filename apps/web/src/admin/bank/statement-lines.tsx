import type { BankLine, BankStatement, BankTarget } from "@korki/contracts/bank";
import type { Payment } from "@korki/contracts/payments";
import { bankTexts as texts } from "@korki/contracts/texts/bank";
import { Badge, Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Badge.layer.css";
import { useState } from "react";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { type Column, DataTable } from "../../ui/data-table";
import { FormError } from "../../ui/form-shell";
import { formatShortDate } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { PersonSelect } from "../../ui/person-select";
import { Sheet } from "../../ui/sheet";
import { toastError, toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import { ChangeColumns } from "./upload-statement";

const FILTERS = ["open", "booked", "all"] as const;
type Filter = (typeof FILTERS)[number];
const money = new Intl.NumberFormat("pl", { style: "currency", currency: "PLN" });

/** A statement's credits with what each of them probably is; one is booked by a tap, all certain ones by another. */
export function StatementLines({ id, onBack }: { id: string; onBack: () => void }) {
  const query = trpc.bankStatements.get.useQuery({ id });
  return (
    <Stack gap="md">
      <Button variant="subtle" w="fit-content" onClick={onBack}>
        {texts.back}
      </Button>
      <Loaded query={query} skeleton={<TableSkeleton rows={8} />}>
        {(statement) => <Lines statement={statement} />}
      </Loaded>
    </Stack>
  );
}

function Lines({ statement }: { statement: BankStatement }) {
  const { id, lines } = statement;
  const list = useListState({ name: "przelewy" });
  const [filter, setFilter] = useState<Filter>("open");
  const [asked, setAsked] = useState<BankLine | null>(null);
  const [changesColumns, setChangesColumns] = useState(false);
  const onError = (error: unknown) => toastError(errorText(error));
  const book = trpc.bankStatements.bookLine.useMutation({
    onSuccess: sayBooked,
    onError,
  });
  const certain = lines.filter((line) => line.certain).length;
  const bookCertain = trpc.bankStatements.bookCertain.useMutation({
    onSuccess: ({ booked }) => toastSuccess(texts.certainDone(booked)),
    onError,
  });
  const undo = trpc.bankStatements.undo.useMutation({
    onSuccess: ({ removed }) => toastSuccess(texts.undone(removed)),
    onError,
  });
  const shown = lines.filter(({ booked }) => filter === "all" || (booked === null) === (filter === "open"));

  function bookAs(line: BankLine) {
    const { suggestion } = line;
    if (suggestion?.billId) book.mutate({ id, lineId: line.id, billId: suggestion.billId });
    else if (suggestion?.studentId) book.mutate({ id, lineId: line.id, studentId: suggestion.studentId });
    else setAsked(line);
  }

  async function askAndUndo() {
    const { undoQuestion: title, undoText: text, undo: confirmLabel } = texts;
    if (await confirm({ title, text, confirmLabel, dangerous: true })) undo.mutate({ id });
  }

  return (
    <>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={texts.show}
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={FILTERS.map((value) => ({ value, label: texts.filters[value] }))}
        />
        <Group gap="sm">
          {mayChangeColumns(statement) ? (
            <Button variant="default" onClick={() => setChangesColumns(true)}>
              {texts.changeColumns}
            </Button>
          ) : null}
          {statement.canUndo ? (
            <Button variant="default" loading={undo.isPending} onClick={askAndUndo}>
              {texts.undo}
            </Button>
          ) : null}
          {certain > 0 ? (
            <Button loading={bookCertain.isPending} onClick={() => bookCertain.mutate({ id })}>
              {texts.bookCertain(certain)}
            </Button>
          ) : null}
        </Group>
      </Group>
      <DataTable
        label={texts.linesOf(statement.fileName)}
        rows={shown}
        rowKey={(line) => line.id}
        columns={columnsOf({ book: bookAs, ask: setAsked, isBusy: book.isPending })}
        list={list}
        empty={<EmptyState picture="money" title={texts.noLines} />}
      />
      <Sheet
        opened={changesColumns}
        onClose={() => setChangesColumns(false)}
        title={texts.changeColumns}
        size="lg"
      >
        <ChangeColumns id={id} fileName={statement.fileName} onDone={() => setChangesColumns(false)} />
      </Sheet>
      <Sheet opened={asked !== null} onClose={() => setAsked(null)} title={texts.chooseStudent} size="sm">
        {asked ? (
          <BookFor
            statementId={id}
            line={asked}
            onDone={() => setAsked((now) => (now === asked ? null : now))}
          />
        ) : null}
      </Sheet>
    </>
  );
}

/** Whether nothing of a statement is booked, and its file has columns by its name. */
function mayChangeColumns({ fileName, lines }: BankStatement): boolean {
  return !/\.(sta|mt940|940)$/i.test(fileName) && lines.every(({ booked }) => booked === null);
}

type Acts = { book: (line: BankLine) => void; ask: (line: BankLine) => void; isBusy: boolean };

function columnsOf({ book, ask, isBusy }: Acts): readonly Column<BankLine>[] {
  return [
    {
      key: "day",
      header: texts.day,
      cell: ({ on }) => <time dateTime={on}>{formatShortDate(on)}</time>,
    },
    {
      key: "amount",
      header: texts.amount,
      align: "right",
      onCard: "corner",
      cell: ({ amount }) => money.format(amount),
    },
    {
      key: "payer",
      header: texts.payer,
      onCard: "title",
      cell: ({ payer, accountEnd }) => (
        <>
          {payer}
          {accountEnd ? (
            <Text size="xs" c="dimmed">
              {texts.account(accountEnd)}
            </Text>
          ) : null}
        </>
      ),
    },
    { key: "title", header: texts.titleOfLine, cell: ({ title }) => title },
    {
      key: "what",
      header: texts.suggestion,
      cell: ({ suggestion, certain, booked }) =>
        booked ? (
          texts.bookedAs(targetText(booked))
        ) : suggestion ? (
          <>
            {targetText(suggestion)}{" "}
            {certain ? (
              <Badge component="span" size="sm" variant="light">
                {texts.certain}
              </Badge>
            ) : null}
          </>
        ) : (
          texts.unknown
        ),
    },
    {
      key: "book",
      header: texts.book,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: (line) => {
        if (line.booked) return null;
        const amount = money.format(line.amount);
        const isKnown = Boolean(line.suggestion?.billId ?? line.suggestion?.studentId);
        return (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <Button
              size="xs"
              variant={isKnown ? "default" : "subtle"}
              aria-label={texts.otherOf(line.payer, amount)}
              onClick={() => ask(line)}
            >
              {texts.other}
            </Button>
            {isKnown ? (
              <Button
                size="xs"
                disabled={isBusy}
                aria-label={texts.bookOf(line.payer, amount)}
                onClick={() => book(line)}
              >
                {texts.book}
              </Button>
            ) : null}
          </Group>
        );
      },
    },
  ];
}

function sayBooked(payments: readonly Pick<Payment, "lessonAmount">[]): void {
  const isForLessons = payments.some(({ lessonAmount }) => lessonAmount > 0);
  toastSuccess(isForLessons ? texts.done : texts.doneWithoutLesson);
}

function targetText({ payerName, billMonth, studentName }: BankTarget): string {
  if (billMonth) return texts.bill(payerName, billMonth);
  return studentName ? texts.student(payerName, studentName) : payerName;
}

function BookFor(props: { statementId: string; line: BankLine; onDone: () => void }) {
  const { statementId, line, onDone } = props;
  const [studentId, setStudentId] = useState<string | null>(line.suggestion?.studentId ?? null);
  const book = trpc.bankStatements.bookLine.useMutation({
    onSuccess(payments) {
      sayBooked(payments);
      onDone();
    },
  });
  return (
    <Stack gap="md">
      <Text>{`${line.payer} · ${line.title}`}</Text>
      <PersonSelect
        of="students"
        label={texts.chooseStudent}
        value={studentId}
        onChange={setStudentId}
        clearable
      />
      <Text size="sm" c="dimmed">
        {texts.bookForText}
      </Text>
      {book.error ? <FormError error={book.error} /> : null}
      <Button
        loading={book.isPending}
        disabled={studentId === null}
        onClick={() => studentId && book.mutate({ id: statementId, lineId: line.id, studentId })}
      >
        {texts.bookFor(money.format(line.amount))}
      </Button>
    </Stack>
  );
}
