import type { Person } from "@korki/contracts/admin-people";
import type { StudentCard } from "@korki/contracts/people";
import { billTitle } from "@korki/contracts/texts/bills";
import { studentOverviewTexts as texts } from "@korki/contracts/texts/student-overview";
import { fullName } from "@korki/domain";
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { RemindButton } from "../../payments/remind-button";
import { BalanceList, EmailLink, PhoneLink } from "../../students/contact-facts";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { Facts } from "../../ui/facts";
import { formatMoney } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { OfficeFileCard } from "../office/office-file-card";
import { OverviewLessons } from "./overview-lessons";
import { OverviewPayments, OverviewReports } from "./overview-records";
import styles from "./student-overview.module.css";
import { StudentTeachers } from "./student-teachers";

/** The tab "Przegląd": everything that a phone call about a student asks for, on one page. */
export function StudentOverview({ student }: { student: Person }) {
  const card = trpc.people.student.useQuery({ studentId: student.id });
  return (
    <div className={styles.page}>
      <Loaded query={card} skeleton={<FormSkeleton fields={4} />}>
        {(found) => <ContactAndBalance student={student} card={found} />}
      </Loaded>
      <OverviewLessons studentId={student.id} />
      <div className={styles.pair}>
        <OverviewReports studentId={student.id} />
        <OverviewPayments studentId={student.id} />
      </div>
      <OfficeFileCard of="person" id={student.id} />
    </div>
  );
}

function ContactAndBalance({ student, card }: { student: Person; card: StudentCard }) {
  const { phone, available, office } = card;
  const contact: (readonly [string, ReactNode])[] = [
    [texts.studentPhone, <PhoneLink key="phone" phone={phone} />],
    ...(office ? [[texts.parentPhone, <PhoneLink key="parent" phone={office.phoneParent} />] as const] : []),
    [texts.email, <EmailLink key="email" email={student.email} />],
    [texts.teachers, <StudentTeachers key="teachers" studentId={student.id} />],
  ];
  return (
    <div className={styles.pair}>
      <Card title={texts.contact}>
        <Facts facts={contact} />
        {office && office.parents.length > 0 ? <Parents parents={office.parents} /> : null}
      </Card>
      <Card title={texts.balance}>
        <BalanceList balance={available} />
        {office && office.owed > 0 ? (
          <p className={styles.owed}>
            {texts.owes}: <strong className="tabular">{formatMoney(office.owed)}</strong>
            <RemindButton studentId={student.id} name={fullName(student)} />
          </p>
        ) : null}
        {office?.formerBills.map((bill) => (
          <p key={bill.id} className={styles.owed}>
            {texts.formerBill(billTitle(bill.month))}{" "}
            <Anchor component={Link} to={paths.parent(bill.payerId)} inherit>
              {bill.payerName}
            </Anchor>
            , <strong className="tabular">{formatMoney(bill.left)}</strong>
          </p>
        ))}
      </Card>
    </div>
  );
}

function Parents({ parents }: { parents: NonNullable<StudentCard["office"]>["parents"] }) {
  return (
    <>
      <h3 className={styles.heading}>{texts.parents}</h3>
      <ul className={styles.list}>
        {parents.map((parent) => (
          <li key={parent.id}>
            <Anchor component={Link} to={paths.parent(parent.id)} inherit fw={550}>
              {fullName(parent)}
            </Anchor>
            {parent.isPayer ? ` (${texts.payer})` : null}
            <span className={styles.under}>
              <PhoneLink phone={parent.phone} />
              <EmailLink email={parent.email} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
