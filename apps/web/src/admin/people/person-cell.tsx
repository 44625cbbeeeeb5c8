import { fullName } from "@korki/domain";
import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { PersonBadges } from "./person-badges";
import styles from "./person-cell.module.css";

/** A person in a list: the name leads to their screen, with what is out of the ordinary beside it, on a phone under it. */
export function PersonCell(props: {
  person: {
    name: string;
    surname: string;
    isDisabled: boolean;
    isEmailConfirmed: boolean;
    isWantMoreStudents?: boolean;
  };
  to: string;
}) {
  const { person, to } = props;
  return (
    <div className={styles.person} data-disabled={person.isDisabled || undefined}>
      <Anchor component={Link} to={to} inherit fw={550} title={fullName(person)}>
        {fullName(person)}
      </Anchor>
      <div className={styles.badges}>
        <PersonBadges {...person} isShort />
      </div>
    </div>
  );
}
