import type { FormerBill } from "@korki/contracts/bills";
import { billTitle } from "@korki/contracts/texts/bills";
import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { useChildren, useStudentFilter } from "../family/family";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { dueText } from "./due-text";

/**
 * Returns what a parent's unpaid bills ask for of students for whom somebody else pays by now; of the chosen one, if there
 * are several children to choose from.
 */
export function useFormerBills(): readonly FormerBill[] {
  const { role } = useProfile();
  const children = useChildren() ?? [];
  const filter = useStudentFilter();
  const { data = [] } = trpc.bills.former.useQuery(children.length > 1 ? filter : {}, {
    enabled: role === "Parent",
  });
  return data;
}

/** A line for each of them, which leads to the bill. */
export function FormerBills() {
  return useFormerBills().map(({ id, month, left, payBy }) => (
    <Anchor key={id} component={Link} to={`${paths.payments}?rachunek=${id}`}>
      <Text component="span">{billTitle(month)}: </Text>
      <strong className="tabular">{dueText(left, payBy)}</strong>
    </Anchor>
  ));
}
