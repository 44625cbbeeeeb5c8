import { dayOfYear } from "@korki/contracts/texts/dates";
import { payoutRunTexts as texts } from "@korki/contracts/texts/payout-run";
import type { YearMonth } from "@korki/domain";
import { Text } from "@mantine/core";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { civilDateOf, formatMoney } from "../ui/formats";

/** What a teacher was paid out for a month, and what is left to pay. */
export function PaidOut({ month, teacherId }: { month: YearMonth; teacherId: string }) {
  const { role } = useProfile();
  const mine = trpc.payouts.myStatement.useQuery(month, { enabled: role === "Teacher" });
  const theirs = trpc.payouts.statement.useQuery({ ...month, teacherId }, { enabled: role === "Admin" });
  const { data } = role === "Teacher" ? mine : theirs;
  if (!data) return null;
  const paid = data.payouts.map(
    ({ createdAt, moneyAmount }) => `${formatMoney(moneyAmount)} (${dayOfYear(civilDateOf(createdAt))})`,
  );
  return (
    <Text size="sm" ta="right">
      {paid.length === 0 ? texts.nothingPaid : `${texts.paidOut}: ${paid.join(", ")}`}
      <br />
      {`${texts.left}: ${formatMoney(data.due)}`}
    </Text>
  );
}
