import type { Child } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { fullName } from "@korki/domain";
import { mayLeave } from "../ui/may-leave";
import { ChildMark } from "./child-mark";
import styles from "./child-switch.module.css";
import { chooseChild, useChildren, useChosenChild } from "./family";

/**
 * Chooses the child that everything below it, and every other screen, shows; nothing to choose with one child. Asks
 * before it takes unsaved work away.
 *
 * @param shown the child that the screen is about while none is chosen; the first one if left out
 */
export function ChildSwitch(props: { withAll?: boolean; shown?: Child | undefined }) {
  const { withAll = false, shown } = props;
  const children = useChildren() ?? [];
  const chosen = useChosenChild();
  if (children.length < 2) return null;
  const value = chosen?.id ?? (withAll ? "" : (shown ?? children[0])?.id);
  const isNamesake = ({ name }: Child) => children.filter((other) => other.name === name).length > 1;
  return (
    <fieldset className={styles.chips}>
      <legend className="read-out">{texts.shownChild}</legend>
      {withAll ? <Chip id="" isChosen={value === ""} label={texts.allChildren} /> : null}
      {children.map((child) => (
        <Chip
          key={child.id}
          id={child.id}
          isChosen={value === child.id}
          label={isNamesake(child) ? fullName(child) : child.name}
        />
      ))}
    </fieldset>
  );
}

async function choose(id: string): Promise<void> {
  if (await mayLeave()) chooseChild(id || null);
}

function Chip({ id, label, isChosen }: { id: string; label: string; isChosen: boolean }) {
  return (
    <label className={styles.chip}>
      <input type="radio" name="child" checked={isChosen} onChange={() => void choose(id)} />
      <ChildMark studentId={id} />
      {label}
    </label>
  );
}
