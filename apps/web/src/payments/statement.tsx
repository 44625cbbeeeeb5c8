import type { CsvFile } from "@korki/contracts/exports";
import { PAGE_SIZE } from "@korki/contracts/paging";
import type { StatementLine, StatementPage } from "@korki/contracts/statement";
import { ledgerScreenTexts } from "@korki/contracts/texts/ledger-screens";
import { statementTexts as texts } from "@korki/contracts/texts/statement";
import { dateParts, type SubjectLevel } from "@korki/domain";
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ExportButton } from "../ui/download-buttons";
import { formatMoney, formatMonth, formatNumber, formatShortDate, formatShortSubject } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import styles from "./statement.module.css";

/** What a statement asks for: so many lines of what was or of what is ahead, of one subject or all. */
export type StatementChoice = {
  part: "past" | "ahead";
  pageSize: number;
} & Partial<SubjectLevel>;

/** Returns the choice and how to change it; another choice begins at the first lines. */
export function useStatementChoice() {
  const [choice, setChoice] = useState<StatementChoice>({ part: "past", pageSize: PAGE_SIZE });
  return { choice, setChoice };
}

type Query = { data: StatementPage | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };

/** "Rozliczenie" as a bank's statement: what adds up on top, then by month a line per event (rules §39). */
export function Statement(props: {
  query: Query;
  choice: StatementChoice;
  onChoose: (choice: StatementChoice) => void;
  fetchFile: () => Promise<CsvFile>;
  /** beside the button for the file */
  actions?: ReactNode;
  /** what asks for the invoice of a payment */
  invoiceButton?: (payment: { paymentId: string; paidOn: string; moneyAmount: number }) => ReactNode;
}) {
  const { query, choice, onChoose } = props;
  return (
    <ListSection title={texts.title}>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" size="sm">
          {texts.text}
        </Text>
        <Group gap="xs">
          <ExportButton label={ledgerScreenTexts.export} fetchFile={props.fetchFile} />
          {props.actions}
        </Group>
      </Group>
      <Loaded query={query} skeleton={<TableSkeleton rows={5} />}>
        {(page) => (
          <Stack gap="md">
            <SubjectFilter sums={page.sums} choice={choice} onChoose={onChoose} />
            <div>
              {page.sums
                .filter((sum) => keyOf(choice) === "" || keyOf(sum) === keyOf(choice))
                .map((sum) => (
                  <Text key={keyOf(sum)}>
                    {formatShortSubject(sum)}: <strong className="tabular">{sum.sentence}</strong>
                  </Text>
                ))}
            </div>
            <Lines lines={page.items} invoiceButton={props.invoiceButton} />
            <Group gap="xs">
              {page.items.length < page.total ? (
                <Button
                  variant="default"
                  size="sm"
                  loading={query.isFetching}
                  onClick={() => onChoose({ ...choice, pageSize: choice.pageSize + 2 * PAGE_SIZE })}
                >
                  {texts.more}
                </Button>
              ) : null}
              {page.others > 0 || choice.part === "ahead" ? (
                <Button
                  variant="default"
                  size="sm"
                  onClick={() =>
                    onChoose({
                      ...choice,
                      part: choice.part === "past" ? "ahead" : "past",
                      pageSize: PAGE_SIZE,
                    })
                  }
                >
                  {choice.part === "past" ? texts.showAhead(page.others) : texts.showPast}
                </Button>
              ) : null}
            </Group>
          </Stack>
        )}
      </Loaded>
    </ListSection>
  );
}

/** Filters by subject; renders nothing if there is only one. A chosen subject stays in the list without lines, too. */
function SubjectFilter(props: {
  sums: readonly SubjectLevel[];
  choice: StatementChoice;
  onChoose: (choice: StatementChoice) => void;
}) {
  const { sums, choice, onChoose } = props;
  const { part, subject, level } = choice;
  const chosen = keyOf(choice);
  const pairs: SubjectLevel[] = [...sums];
  if (subject && level && !sums.some((sum) => keyOf(sum) === chosen)) pairs.push({ subject, level });
  if (pairs.length < 2 && chosen === "") return null;
  return (
    <NativeSelect
      label={texts.filter}
      maw="20rem"
      value={chosen}
      data={[
        { value: "", label: texts.all },
        ...pairs.map((pair) => ({ value: keyOf(pair), label: formatShortSubject(pair) })),
      ]}
      onChange={({ currentTarget }) => {
        const next = pairs.find((pair) => keyOf(pair) === currentTarget.value);
        const pair = next ? { subject: next.subject, level: next.level } : {};
        onChoose({ part, pageSize: PAGE_SIZE, ...pair });
      }}
    />
  );
}

type InvoiceButton = Parameters<typeof Statement>[0]["invoiceButton"];

function Lines(props: { lines: readonly StatementLine[]; invoiceButton: InvoiceButton }) {
  const { lines, invoiceButton } = props;
  const months = new Map<string, StatementLine[]>();
  for (const line of lines) {
    const month = line.day.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), line]);
  }
  if (lines.length === 0) {
    return <EmptyState picture="money" title={ledgerScreenTexts.none} text={ledgerScreenTexts.nothingYet} />;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form: the months of one list
    <div role="group" aria-label={ledgerScreenTexts.title}>
      {[...months].map(([month, events]) => (
        <section key={month}>
          <h3 className={styles.month}>{formatMonth(dateParts(`${month}-01`))}</h3>
          <ul className={styles.lines}>
            {events.map((line) => (
              <Line key={`${line.id} ${line.text}`} line={line} invoiceButton={invoiceButton} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Line({ line, invoiceButton }: { line: StatementLine; invoiceButton: InvoiceButton }) {
  const { text, details, day, lessons, amount, lessonId, paymentId, mayInvoice } = line;
  return (
    <li className={styles.line}>
      <div>
        {text}
        <Text component="span" display="block" size="sm" c="dimmed">
          {lessonId === null ? (
            <>
              <time dateTime={day}>{formatShortDate(day)}</time>
              {" · "}
            </>
          ) : null}
          {[formatShortSubject(line), details].filter(Boolean).join(" · ")}
        </Text>
        {mayInvoice && paymentId !== null && amount !== null
          ? invoiceButton?.({ paymentId, paidOn: day, moneyAmount: amount })
          : null}
      </div>
      <div className={styles.sums}>
        <span className="tabular unbroken">{texts.lessonsOf(signed(lessons), lessons)}</span>
        <Text component="span" display="block" size="sm" c="dimmed" className="tabular unbroken">
          {amount === null ? "" : formatMoney(amount)}
        </Text>
      </div>
    </li>
  );
}

function signed(count: number): string {
  return count > 0 ? `+${formatNumber(count)}` : formatNumber(count);
}

function keyOf({ subject, level }: Partial<SubjectLevel>): string {
  return subject && level ? `${subject} ${level}` : "";
}
