import { boardScreenTexts } from "@korki/contracts/texts/board-screens";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { Button } from "@mantine/core";
import { IconReportAnalytics } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { BoardList } from "../board/board-list";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { ListSection } from "../ui/list-section";
import { ReportList, useReportListState } from "./report-list";

/** What was written about a student: a teacher reads own lessons' reports, an administrator all. */
export function StudentReports({ studentId }: { studentId: string }) {
  const { list, input } = useReportListState();
  const query = trpc.reports.ofStudent.useQuery(
    { studentId, ...input },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <ListSection title={boardScreenTexts.boards}>
        <BoardList studentId={studentId} />
      </ListSection>
      <ListSection title={texts.reports}>
        <div>
          <Button
            component={Link}
            to={paths.summary(null, studentId)}
            variant="default"
            size="sm"
            leftSection={<IconReportAnalytics size={18} aria-hidden />}
          >
            {texts.summaryPage}
          </Button>
        </div>
        <ReportList query={query} list={list} />
      </ListSection>
    </>
  );
}
