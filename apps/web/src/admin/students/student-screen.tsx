import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { ledgerScreenTexts } from "@korki/contracts/texts/ledger-screens";
import { reportTexts } from "@korki/contracts/texts/reports";
import { studentOverviewTexts } from "@korki/contracts/texts/student-overview";
import { lazy } from "react";
import { Navigate, useParams } from "react-router-dom";
import { paths } from "../../paths";
import { StudentReports } from "../../reports/student-reports";
import { idOrNull } from "../../ui/id-or-null";
import { StudentParents } from "../families/student-parents";
import columns from "../people/columns.module.css";
import { PayerMode } from "../people/payer-mode";
import { PayerOverpayment } from "../people/payer-overpayment";
import { PersonFacts } from "../people/person-facts";
import { PersonInfo } from "../people/person-info";
import { PersonScreen } from "../people/person-screen";
import { Relations } from "../people/relations";
import { StudentLedger } from "./student-ledger";
import { StudentOverview } from "./student-overview";
import { StudentPayments } from "./student-payments";
import { StudentTeachers } from "./student-teachers";

const StudentFigures = lazy(() => import("./student-figures"));

const TABS = {
  przeglad: studentOverviewTexts.title,
  info: texts.info,
  relacje: texts.relations,
  rodzice: familyScreenTexts.parents,
  finanse: texts.finance,
  rozliczenie: ledgerScreenTexts.title,
  raporty: reportTexts.reports,
  statystyki: texts.statistics,
} as const;

/** What is left of an erased student: nothing is added there (rules §21). */
const KEPT: readonly string[] = ["info", "finanse", "rozliczenie", "raporty", "statystyki"];

/** One student with its tabs, each at its address (rules §24). */
export default function StudentScreen() {
  const { id: asked, tab = "" } = useParams();
  const id = idOrNull(asked);
  if (id && !(tab in TABS)) return <Navigate to={paths.studentTab(id, "info")} replace />;
  return (
    <PersonScreen
      key={id}
      id={id}
      userType="Student"
      back={{ to: paths.students, label: texts.backToStudents }}
      tabs={{
        label: texts.studentTabs,
        tabs: Object.entries(TABS).map(([name, label]) => ({
          to: paths.studentTab(id ?? "", name),
          label,
          isKept: KEPT.includes(name),
        })),
      }}
    >
      {(student) => {
        const isErased = student.erasedAt !== null;
        if (isErased && !KEPT.includes(tab))
          return <Navigate to={paths.studentTab(student.id, "info")} replace />;
        switch (tab as keyof typeof TABS) {
          case "przeglad":
            return <StudentOverview student={student} />;
          case "info":
            return (
              <div className={columns.columns}>
                <PersonInfo person={student} />
                <PersonFacts
                  person={student}
                  lessonsTo={`${paths.lessons}?uczen=${student.id}`}
                  more={[[texts.assignedTeachers, <StudentTeachers key="teachers" studentId={student.id} />]]}
                />
              </div>
            );
          case "relacje":
            return <Relations owner={{ id: student.id, role: "Student" }} />;
          case "rodzice":
            return <StudentParents studentId={student.id} />;
          case "finanse":
            return (
              <>
                {isErased ? null : <PayerMode payerId={student.id} />}
                <PayerOverpayment payerId={student.id} />
                <StudentPayments studentId={student.id} isErased={isErased} />
              </>
            );
          case "rozliczenie":
            return <StudentLedger studentId={student.id} isErased={isErased} />;
          case "raporty":
            return <StudentReports studentId={student.id} />;
          case "statystyki":
            return <StudentFigures studentId={student.id} />;
        }
      }}
    </PersonScreen>
  );
}
