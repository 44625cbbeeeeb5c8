import type { LessonReport } from "@korki/contracts/reports";
import { longSlot } from "@korki/contracts/texts/dates";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { subjectTexts } from "@korki/contracts/texts/statuses";
import { SUBJECTS, type Subject } from "@korki/domain";
import { Anchor, NativeSelect, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { Card } from "../ui/card";
import { NoRows } from "../ui/filtered-list";
import { formatSubject } from "../ui/formats";
import { Loaded, TableSkeleton } from "../ui/page-states";
import type { PagedQuery } from "../ui/paged-table";
import { Pages } from "../ui/pages";
import { type ListState, useListState } from "../ui/use-list-state";
import { usePages } from "../ui/use-pages";
import { HomeworkTick, ReportFacts } from "./report-panel";

/** A list of reports as the address bar has it: its page and the subject that it is narrowed to. */
export function useReportListState(): { list: ListState; input: { subject?: Subject; page: number } } {
  const list = useListState({ name: "raporty" });
  const subject = subjectOf(list);
  return { list, input: { ...(subject && { subject }), page: list.page } };
}

function subjectOf(list: ListState): Subject | undefined {
  return SUBJECTS.find((each) => each === list.filter("przedmiot"));
}

/** Lists a student's reports, the newest lesson first, with a filter by subject. */
export function ReportList(props: { query: PagedQuery<LessonReport>; list: ListState }) {
  const { query, list } = props;
  const pages = usePages(query, list);
  return (
    <Stack gap="md">
      <NativeSelect
        size="sm"
        maw="16rem"
        label={texts.subject}
        value={list.filter("przedmiot")}
        data={[
          { value: "", label: texts.anySubject },
          ...SUBJECTS.map((value) => ({ value, label: subjectTexts[value] })),
        ]}
        onChange={({ currentTarget }) => list.setFilters({ przedmiot: currentTarget.value })}
      />
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <NoRows
                picture="notes"
                title={texts.noReports}
                nothingFound={texts.nothingFound}
                noneYet={texts.noReportsText}
                isFiltered={subjectOf(list) !== undefined}
                onShowAll={() => list.setFilters({ przedmiot: null })}
              />
            </Card>
          ) : (
            <>
              {items.map((report) => (
                <ReportCard key={report.id} report={report} />
              ))}
              <Pages label={texts.reports} page={list.page} pages={pages} onChange={list.goToPage} />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

function ReportCard({ report }: { report: LessonReport }) {
  const { date, block, lessonId, teacherName } = report;
  return (
    <article aria-label={`${texts.report}: ${longSlot(date, block)}`}>
      <Card>
        <Stack gap="sm">
          <div>
            <Anchor component={Link} to={paths.lesson(lessonId)} fw={550}>
              {longSlot(date, block)}
            </Anchor>
            <Text size="sm" c="dimmed">
              {`${formatSubject(report)}, ${teacherName}`}
            </Text>
          </div>
          <ReportFacts report={report} />
          <HomeworkTick report={report} />
        </Stack>
      </Card>
    </article>
  );
}
