import { TeacherStatistics } from "../../statistics/teacher-statistics";

/** The tab "Statystyki": the same as the teacher sees. */
export default function TeacherFigures({ teacherId }: { teacherId: string }) {
  return <TeacherStatistics teacherId={teacherId} />;
}
