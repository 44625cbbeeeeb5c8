import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { adminTexts } from "@korki/contracts/texts/admin-screens";
import { vettingScreenTexts } from "@korki/contracts/texts/consent-screens";
import { lazy } from "react";
import { Navigate, useParams } from "react-router-dom";
import { paths } from "../../paths";
import { idOrNull } from "../../ui/id-or-null";
import columns from "../people/columns.module.css";
import { PersonFacts } from "../people/person-facts";
import { PersonInfo } from "../people/person-info";
import { PersonScreen } from "../people/person-screen";
import { Relations } from "../people/relations";
import { TeacherAvailability } from "./teacher-availability";
import { TeacherPayouts } from "./teacher-payouts";
import { TeacherSubjects } from "./teacher-subjects";
import { TeacherVetting, VettingNotice } from "./teacher-vetting";

const TeacherFigures = lazy(() => import("./teacher-figures"));

const TABS = {
  info: texts.info,
  relacje: texts.relations,
  finanse: texts.finance,
  statystyki: texts.statistics,
  przedmioty: texts.taught,
  godziny: texts.availability,
  sprawdzenia: vettingScreenTexts.title,
} as const;

/** What is left of an erased teacher: what was earned, and can be paid out (rules §21). */
const KEPT: readonly string[] = ["info", "finanse", "statystyki"];

/** One teacher with tabs, each at its address (rules §24). */
export default function TeacherScreen() {
  const { id: asked, tab = "" } = useParams();
  const id = idOrNull(asked);
  if (id && !(tab in TABS)) return <Navigate to={paths.teacherTab(id, "info")} replace />;
  return (
    <PersonScreen
      key={id}
      id={id}
      userType="Teacher"
      back={{ to: paths.teachers, label: texts.backToTeachers }}
      tabs={{
        label: texts.teacherTabs,
        tabs: Object.entries(TABS).map(([name, label]) => ({
          to: paths.teacherTab(id ?? "", name),
          label,
          isKept: KEPT.includes(name),
        })),
      }}
    >
      {(teacher) => {
        if (teacher.erasedAt !== null && !KEPT.includes(tab)) {
          return <Navigate to={paths.teacherTab(teacher.id, "info")} replace />;
        }
        switch (tab as keyof typeof TABS) {
          case "info":
            return (
              <div className={columns.columns}>
                <PersonInfo person={teacher} />
                <PersonFacts
                  person={teacher}
                  lessonsTo={`${paths.lessons}?nauczyciel=${teacher.id}`}
                  more={[[texts.moreStudents, teacher.isWantMoreStudents ? adminTexts.yes : adminTexts.no]]}
                />
              </div>
            );
          case "relacje":
            return (
              <>
                <VettingNotice teacherId={teacher.id} isElsewhere />
                <Relations owner={{ id: teacher.id, role: "Teacher" }} />
              </>
            );
          case "finanse":
            return <TeacherPayouts teacherId={teacher.id} />;
          case "statystyki":
            return <TeacherFigures teacherId={teacher.id} />;
          case "przedmioty":
            return <TeacherSubjects teacherId={teacher.id} />;
          case "godziny":
            return <TeacherAvailability teacherId={teacher.id} />;
          case "sprawdzenia":
            return <TeacherVetting teacherId={teacher.id} />;
        }
      }}
    </PersonScreen>
  );
}
