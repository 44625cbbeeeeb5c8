import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { OverallEarnings } from "../../statistics/overall-earnings";
import { trpc } from "../../trpc";
import { useListState } from "../../ui/use-list-state";
import { AddPayoutForm } from "../money/add-payout-form";
import { payoutColumns } from "../money/money-columns";
import { MoneyList, showsVoided } from "../money/money-list";
import { useVoid } from "../money/use-void";

/** The tab "Finanse" of a teacher: what is owed, and every payout; a deleted one stays, voided. */
export function TeacherPayouts({ teacherId }: { teacherId: string }) {
  const list = useListState();
  const { client } = trpc.useUtils();
  const overall = trpc.statistics.teacherOverall.useQuery({ teacherId });
  const query = trpc.payouts.ofTeacher.useQuery(
    { teacherId, showVoided: showsVoided(list), page: list.page },
    { placeholderData: keepPreviousData },
  );
  const { voidPayout, pendingId } = useVoid();
  const columns = useMemo(() => payoutColumns(voidPayout, pendingId), [voidPayout, pendingId]);
  return (
    <>
      <OverallEarnings query={overall} />
      <MoneyList
        label={texts.payouts}
        query={query}
        columns={columns}
        list={list}
        none={{ picture: "money", text: texts.noPayouts }}
        fetchFile={() => client.exports.payouts.query({ teacherId })}
        addLabel={texts.addPayout}
        addForm={(close) => <AddPayoutForm teacherId={teacherId} onAdded={close} />}
      />
    </>
  );
}
