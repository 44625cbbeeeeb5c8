import type { LessonReport } from "@korki/contracts/reports";
import { longSlot } from "@korki/contracts/texts/dates";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { subjectTexts } from "@korki/contracts/texts/statuses";
import { SUBJECTS, type Subject } from "@korki/domain";
import { Anchor, NativeSelect, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { Card } from "../ui/card";
import { formatSubject } from "../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import type { PagedQuery } from "../ui/paged-table";
import { Pages } from "../ui/pages";
import { type ListState, useListState } from "../ui/use-list-state";
import { usePages } from "../ui/use-pages";
import { HomeworkTick, ReportFacts } from "./report-panel";

/** A list of reports as the address bar has it: its page and the subject that it is narrowed to. */
export function useReportListState(): { list: ListState; input: { subject?: Subject; page: number } } {
  const list = useListState({ name: "raporty" });
  const subject = SUBJECTS.find((each) => each === list.filter("przedmiot"));
  return { list, input: { ...(subject && { subject }), page: list.page } };
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
        {({ items }) => <ReportCards reports={items} list={list} pages={pages} />}
      </Loaded>
    </Stack>
  );
}

function ReportCards(props: { reports: readonly LessonReport[]; list: ListState; pages: number }) {
  const { reports, list, pages } = props;
  if (reports.length === 0) {
    return (
      <Card>
        <EmptyState picture="notes" title={texts.noReports} text={texts.noReportsText} />
      </Card>
    );
  }
  return (
    <>
      {reports.map((report) => (
        <article key={report.id} aria-label={`${texts.report}: ${longSlot(report.date, report.block)}`}>
          <Card>
            <Stack gap="sm">
              <div>
                <Anchor component={Link} to={paths.lesson(report.lessonId)} fw={550}>
                  {longSlot(report.date, report.block)}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {`${formatSubject(report)}, ${report.teacherName}`}
                </Text>
              </div>
              <ReportFacts report={report} />
              <HomeworkTick report={report} />
            </Stack>
          </Card>
        </article>
      ))}
      <Pages label={texts.reports} page={list.page} pages={pages} onChange={list.goToPage} />
    </>
  );
}
