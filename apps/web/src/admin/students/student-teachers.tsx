import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { fullName } from "@korki/domain";
import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import styles from "./student-teachers.module.css";

/** Lists who teaches the student, or leads to where a teacher is assigned. */
export function StudentTeachers({ studentId }: { studentId: string }) {
  const { data } = trpc.adminPeople.related.useQuery({ id: studentId, pageSize: 50 });
  if (!data) return null;
  if (data.items.length === 0) {
    return (
      <Anchor component={Link} to={paths.studentTab(studentId, "relacje")} inherit>
        {texts.assignTeacher}
      </Anchor>
    );
  }
  return (
    <ul className={styles.teachers}>
      {data.items.map((teacher) => (
        <li key={teacher.id}>
          <Anchor component={Link} to={paths.teacherTab(teacher.id, "relacje")} inherit>
            {fullName(teacher)}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
