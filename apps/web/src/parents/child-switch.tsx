import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { NativeSelect } from "@mantine/core";
import { chooseChild, useChildren, useChosenChild } from "./family";

/** Chooses the child that every screen shows; nothing to choose with one child. */
export function ChildSwitch({ withAll = false }: { withAll?: boolean }) {
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
      value={chosen?.id ?? (withAll ? "" : children[0]?.id)}
      data={[...(withAll ? [{ value: "", label: texts.allChildren }] : []), ...options]}
      onChange={({ currentTarget }) => chooseChild(currentTarget.value || null)}
    />
  );
}
