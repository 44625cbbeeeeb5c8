import type { OwnStudent } from "@korki/contracts/people";
import { lessonScreenTexts } from "@korki/contracts/texts/lesson-screens";
import { ownStudentsTexts as texts } from "@korki/contracts/texts/payment-screens";
import { studentOverviewTexts as overviewTexts } from "@korki/contracts/texts/student-overview";
import { fullName } from "@korki/domain";
import { Button } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Link, NavLink, Route, Routes, useLocation, useParams } from "react-router-dom";
import { paths } from "../paths";
import { StudentReports } from "../reports/student-reports";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { Card } from "../ui/card";
import { Facts } from "../ui/facts";
import { NoSuchScreen } from "../ui/no-such-screen";
import { PageHeader } from "../ui/page-header";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { useIsPhone } from "../ui/use-is-phone";
import { UserAvatar } from "../ui/user-avatar";
import { BalanceList, EmailLink, PhoneLink } from "./contact-facts";
import styles from "./own-students-page.module.css";
import { StudentLessons } from "./student-lessons";

/** The teacher's students; the chosen one beside the list, on a phone instead of it (rules §24). */
export default function OwnStudentsPage() {
  return (
    <Routes>
      <Route path=":studentId?" element={<OwnStudents />} />
      <Route path="*" element={<NoSuchScreen />} />
    </Routes>
  );
}

function OwnStudents() {
  const query = trpc.people.students.useQuery();
  const { studentId } = useParams();
  return (
    <>
      <PageHeader title={texts.title} />
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        {(students) =>
          students.length === 0 ? (
            <Card>
              <EmptyState
                picture="people"
                title={texts.none}
                text={texts.noneText}
                action={
                  <Button component={Link} to={paths.availability} variant="default">
                    {lessonScreenTexts.editAvailability}
                  </Button>
                }
              />
            </Card>
          ) : (
            <div className={styles.columns} data-chosen={studentId !== undefined || undefined}>
              <StudentList students={students} />
              <StudentCard student={students.find(({ id }) => id === studentId)} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function StudentList({ students }: { students: readonly OwnStudent[] }) {
  return (
    <nav aria-label={texts.list} className={styles.people}>
      <ul className={styles.list}>
        {students.map(({ id, name, surname }) => (
          <li key={id}>
            <NavLink to={paths.student(id)} className={styles.student}>
              <UserAvatar id={id} name={name} surname={surname} size="sm" />
              {name} {surname}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NobodyChosen() {
  return (
    <div className={styles.nobody}>
      <Card>
        <EmptyState picture="people" title={texts.choose} />
      </Card>
    </div>
  );
}

function StudentCard({ student }: { student: OwnStudent | undefined }) {
  if (!student) return <NobodyChosen />;
  const { id, name, surname, email } = student;
  return <ChosenStudent key={id} id={id} name={name} surname={surname} email={email} />;
}

function ChosenStudent({ id, name, surname, email }: OwnStudent) {
  const { data: card } = trpc.people.student.useQuery({ studentId: id });
  // A child without a login has none; with whom one writes then comes with the card.
  const contactId = email === "" ? card?.contactId : id;
  const back = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const isOpenedFromList = useLocation().key !== "default";
  // On a phone the list goes, and the focus with it.
  useEffect(() => {
    if (isPhone && isOpenedFromList) back.current?.querySelector("a")?.focus();
  }, [isPhone, isOpenedFromList]);
  return (
    <div className={styles.detail}>
      <div className={styles.back} ref={back}>
        <BackLink to={paths.students} label={texts.backToList} />
      </div>
      <Card title={fullName({ name, surname })}>
        <Facts
          facts={[
            [texts.name, fullName({ name, surname })],
            [texts.email, <EmailLink key="email" email={email} />],
            [overviewTexts.phone, card ? <PhoneLink key="phone" phone={card.phone} /> : "…"],
            [overviewTexts.balance, card ? <BalanceList key="balance" balance={card.available} /> : "…"],
          ]}
        />
        {contactId ? (
          <Button
            component={Link}
            to={paths.chatWith(contactId)}
            mt="md"
            leftSection={<IconMessageCircle size={18} aria-hidden />}
          >
            {texts.write}
          </Button>
        ) : null}
      </Card>
      <StudentLessons key={`lessons-${id}`} studentId={id} />
      <StudentReports key={id} studentId={id} />
    </div>
  );
}
