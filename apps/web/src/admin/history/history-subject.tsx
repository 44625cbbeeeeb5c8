import type { HistoryEntry } from "@korki/contracts/history";
import { adminHistoryTexts as texts } from "@korki/contracts/texts/admin-history";
import { levelTexts } from "@korki/contracts/texts/statuses";
import { fullName, isLevel } from "@korki/domain";
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { personPath } from "../people/person-path";
import styles from "./history-entries.module.css";

/** Whom or what an entry is about: the people of it, or the account itself. */
export function HistorySubject({ entry }: { entry: HistoryEntry }) {
  const { entity, entityId, teacher, student } = entry;
  const parts: ReactNode[] = [];
  if (teacher) {
    parts.push(
      <Anchor key="teacher" component={Link} to={paths.teacherTab(teacher.id, "info")} inherit>
        {fullName(teacher)}
      </Anchor>,
    );
  }
  if (student) {
    parts.push(
      <Anchor key="student" component={Link} to={paths.studentTab(student.id, "info")} inherit>
        {fullName(student)}
      </Anchor>,
    );
  }
  if (entity === "account" && parts.length === 0) parts.push(<AccountName key="account" id={entityId} />);
  if (entity === "price" && isLevel(entityId)) parts.push(<span key="level">{levelTexts[entityId]}</span>);
  if (entity === "lesson" && entry.action !== "delete") {
    parts.push(
      <Anchor key="lesson" component={Link} to={paths.lesson(entityId)} inherit>
        {texts.openLesson}
      </Anchor>,
    );
  }
  if (parts.length === 0) return null;
  return <div className={styles.subject}>{parts}</div>;
}

function AccountName({ id }: { id: string }) {
  const { data } = trpc.adminPeople.get.useQuery({ id }, { retry: false });
  if (!data) return <span>{texts.account}</span>;
  return (
    <Anchor component={Link} to={personPath(data)} inherit>
      {`${fullName(data)} · ${data.email}`}
    </Anchor>
  );
}
