import type { ListedAccount, ListedStudent } from "@korki/contracts/admin-people";
import type { PersonName } from "@korki/contracts/person-name";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { chipText, subjectWithShortLevel } from "@korki/contracts/texts/statuses";
import { blockAt, fullName, type SubjectLevel } from "@korki/domain";
import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import type { Column } from "../../ui/data-table";
import {
  civilDateOf,
  formatDayMonth,
  formatNumber,
  formatPhone,
  formatShortDate,
  formatShortWeekday,
} from "../../ui/formats";
import styles from "./people-columns.module.css";
import { PersonCell } from "./person-cell";

/** A person in any of the lists; a student has a second phone. */
export type Listed = ListedAccount & { phoneParent?: string };

/** The name, which leads to the person's screen. */
export function nameColumn<Row extends Listed>(personTo: (id: string) => string): Column<Row> {
  return {
    key: "name",
    header: texts.name,
    sortable: true,
    onCard: "title",
    cell: (person) => <PersonCell person={person} to={personTo(person.id)} />,
  };
}

/** How to reach a person, and since when they are here. */
export const CONTACT_COLUMNS = {
  email: {
    key: "email",
    header: texts.email,
    sortable: true,
    cell: ({ email }) => <Address email={email} />,
  },
  phone: {
    key: "phone",
    header: texts.phone,
    width: 8.5,
    cell: ({ phone, phoneParent = "" }) => <Phone number={phone || phoneParent} />,
  },
  createdAt: {
    key: "createdAt",
    header: texts.created,
    sortable: true,
    onCard: "hidden",
    align: "right",
    width: 6.5,
    isExtra: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="tabular unbroken">
        {formatShortDate(civilDateOf(createdAt))}
      </time>
    ),
  },
} as const satisfies Record<string, Column<Listed>>;

/** An e-mail address, which breaks at its @ before anywhere else. */
function Address({ email }: { email: string }) {
  const [mailbox, ...host] = email.split("@");
  return (
    <span className={styles.address} title={email}>
      {mailbox}
      {host.length > 0 ? (
        <>
          @<wbr />
          {host.join("@")}
        </>
      ) : null}
    </span>
  );
}

export function Phone({ number }: { number: string }) {
  return <span className="tabular unbroken">{formatPhone(number) || texts.noPhone}</span>;
}

/** Subjects with their levels, with the lessons that are left of each; below zero some are not paid for yet. */
export function SubjectChips({ of }: { of: readonly (SubjectLevel & { readonly available?: number })[] }) {
  if (of.length === 0) return "–";
  return (
    <ul className={styles.chips} title={of.map(chipText).join(", ")}>
      {of.map(({ available, ...pair }) => (
        <li key={`${pair.subject} ${pair.level}`} className={styles.chip} title={subjectWithShortLevel(pair)}>
          <span aria-hidden>{chipText(pair)}</span>
          <span className="read-out">{subjectWithShortLevel(pair)}</span>
          {available === undefined ? null : (
            <>
              {" "}
              <span className="tabular">{formatNumber(available)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Tags of the office. */
export function TagChips({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return "–";
  return (
    <ul className={styles.chips}>
      {tags.map((tag) => (
        <li key={tag} className={styles.chip} title={tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}

/** `śr. 25.11, 16:45` */
export function NextLesson({ lesson }: { lesson: ListedStudent["nextLesson"] }) {
  if (!lesson) return "–";
  const { date, block } = lesson;
  return (
    <time dateTime={date} className="tabular unbroken">
      {formatShortWeekday(date)} {formatDayMonth(date)}, {blockAt(block).start}
    </time>
  );
}

/** People by name, each leading to their screen. */
export function PeopleLinks(props: { people: readonly PersonName[]; to: (id: string) => string }) {
  const { people, to } = props;
  if (people.length === 0) return "–";
  return (
    <span title={people.map(fullName).join(", ")}>
      {people.map((person, at) => (
        <span key={person.id}>
          {at > 0 ? ", " : ""}
          <Anchor component={Link} to={to(person.id)} inherit c="inherit">
            {fullName(person)}
          </Anchor>
        </span>
      ))}
    </span>
  );
}
