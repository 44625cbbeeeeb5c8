import { UserAvatar } from "../ui/user-avatar";
import { useChildren } from "./family";

/** The six colours of a person's mark. */
const COLOURS = 6;

/**
 * A child's initial on a colour of its own, beside its name: to a parent of several children alone. The children differ
 * in colour, which is why it is not the id's own.
 */
export function ChildMark({ studentId }: { studentId: string }) {
  const children = useChildren() ?? [];
  const at = children.findIndex(({ id }) => id === studentId);
  const child = children[at];
  if (!child || children.length < 2) return null;
  return <UserAvatar id={child.id} name={child.name} surname="" size="xs" colour={at % COLOURS} />;
}
