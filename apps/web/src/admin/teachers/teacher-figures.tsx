import { STATISTICS_YEARS } from "@korki/domain";
import { ActivityFigures } from "../../statistics/activity";
import { TeacherStatistics } from "../../statistics/teacher-statistics";
import { useChosenMonth } from "../../statistics/use-chosen-month";

/** The tab "Statystyki": the same as the teacher sees, and what an administrator asks of a month. */
export default function TeacherFigures({ teacherId }: { teacherId: string }) {
  const [month] = useChosenMonth(STATISTICS_YEARS);
  return (
    <>
      <TeacherStatistics teacherId={teacherId} />
      <ActivityFigures month={month} owner={{ teacherId }} />
    </>
  );
}
