import type { Child } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { NativeSelect } from "@mantine/core";
import { chooseChild, useChildren, useChosenChild } from "./family";

/**
 * Chooses the child that every screen shows; nothing to choose with one child.
 *
 * @param shown the child that the screen is about while none is chosen; the first one if left out
 */
export function ChildSwitch(props: { withAll?: boolean; shown?: Child | undefined }) {
  const { withAll = false, shown } = props;
  const children = useChildren() ?? [];
  const chosen = useChosenChild();
  if (children.length < 2) return null;
  const options = children.map(({ id, name, surname }) => ({
    value: id,
    label: `${name} ${surname}`.trim(),
  }));
  return (
    <NativeSelect
      label={texts.child}
      maw="20rem"
      value={chosen?.id ?? (withAll ? "" : (shown ?? children[0])?.id)}
      data={[...(withAll ? [{ value: "", label: texts.allChildren }] : []), ...options]}
      onChange={({ currentTarget }) => chooseChild(currentTarget.value || null)}
    />
  );
}
