import type { HoursUsed } from "@korki/contracts/results";
import { resultsTexts as texts } from "@korki/contracts/texts/results";
import { weekdayTexts } from "@korki/contracts/texts/statuses";
import { blockAt, fullName, WEEKDAYS, type Weekday } from "@korki/domain";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { formatShortDate } from "../../ui/formats";
import { Loaded, TableSkeleton } from "../../ui/page-states";
import { ScrollRegion } from "../../ui/scroll-region";
import styles from "./results-page.module.css";

/** The rows behind a number, in a sheet. */
export type Shown = { title: string; rows: ReactNode };

export type CardProps = { month: string; show: (shown: Shown) => void };

/** The week as a picture: the more of an hour is used, the darker it is. */
export function HoursCard({ month, show }: CardProps) {
  const query = trpc.results.hours.useQuery({ month });
  return (
    <Card title={texts.hours} text={texts.hoursText}>
      <Loaded query={query} skeleton={<TableSkeleton rows={8} />}>
        {({ cells, delivered, offered }) => {
          const blocks = [...new Set(cells.map(({ block }) => block))].sort((a, b) => a - b);
          const cellOf = (weekday: Weekday, block: number) =>
            cells.find((cell) => cell.weekday === weekday && cell.block === block);
          const open = ({ weekday, block }: Cell) =>
            show({
              title: `${weekdayTexts[weekday]}, ${blockAt(block).start}`,
              rows: <Hours month={month} weekday={weekday} block={block} />,
            });
          const used = texts.hoursUsed(delivered, offered);
          return (
            <Stack gap="md">
              <Button
                variant="default"
                size="xs"
                w="fit-content"
                aria-label={texts.openAllHours(used)}
                onClick={() => show({ title: texts.hours, rows: <Cells cells={cells} open={open} /> })}
              >
                {used}
              </Button>
              <ScrollRegion label={texts.hoursByDay} className={styles.week}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{texts.hour}</th>
                      {WEEKDAYS.map((day) => (
                        <th key={day} scope="col">
                          {weekdayTexts[day]}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {blocks.map((block) => (
                      <tr key={block}>
                        <th scope="row">{blockAt(block).start}</th>
                        {WEEKDAYS.map((weekday) => {
                          const cell = cellOf(weekday, block);
                          return (
                            <td key={weekday}>
                              {cell ? (
                                <button
                                  type="button"
                                  className={styles.cell}
                                  style={{ "--share": cell.delivered / cell.offered } as CSSProperties}
                                  aria-label={cellText(cell)}
                                  onClick={() => open(cell)}
                                >
                                  {`${cell.delivered}/${cell.offered}`}
                                </button>
                              ) : null}
                            </td>
                          );
                        })}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollRegion>
            </Stack>
          );
        }}
      </Loaded>
    </Card>
  );
}

type Cell = HoursUsed["cells"][number];

function cellText({ weekday, block, delivered, offered }: Cell): string {
  return texts.openHours(weekdayTexts[weekday], blockAt(block).start, delivered, offered);
}

/** The hours of the week that add up to the whole, each of which opens its own rows. */
function Cells({ cells, open }: { cells: readonly Cell[]; open: (cell: Cell) => void }) {
  const ordered = WEEKDAYS.flatMap((day) => cells.filter(({ weekday }) => weekday === day));
  return (
    <Stack gap="xs" align="flex-start">
      {ordered.map((cell) => (
        <Button
          key={`${cell.weekday} ${cell.block}`}
          size="compact-sm"
          variant="subtle"
          onClick={() => open(cell)}
        >
          {cellText(cell)}
        </Button>
      ))}
    </Stack>
  );
}

function Hours(props: { month: string; weekday: Weekday; block: number }) {
  const query = trpc.results.hourRows.useQuery(props);
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
      {(rows) => (
        <Stack gap="xs">
          {rows.map(({ teacher, date, lessonId }) => (
            <Group key={`${teacher.id} ${date}`} justify="space-between" gap="sm">
              <Text>{`${formatShortDate(date)}, ${fullName(teacher)}`}</Text>
              {lessonId ? (
                <Anchor component={Link} to={paths.lesson(lessonId)} size="sm">
                  {texts.heldLesson}
                </Anchor>
              ) : (
                <Text size="sm" c="dimmed">
                  {texts.freeHour}
                </Text>
              )}
            </Group>
          ))}
        </Stack>
      )}
    </Loaded>
  );
}
