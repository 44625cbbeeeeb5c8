import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { Button, Checkbox, Group } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { IconCash, IconPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { OverallEarnings } from "../../statistics/overall-earnings";
import { trpc } from "../../trpc";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { Sheet } from "../../ui/sheet";
import { useListState } from "../../ui/use-list-state";
import { ExportButton } from "../export-button";
import { AddPayoutForm } from "../money/add-payout-form";
import { payoutColumns } from "../money/money-columns";
import { useStrike } from "../money/use-strike";

/** The tab "Finanse" of a teacher: what is owed, and every payout; a deleted one stays, struck out. */
export function TeacherPayouts({ teacherId }: { teacherId: string }) {
  const list = useListState();
  const [adding, setAdding] = useState(false);
  const { client } = trpc.useUtils();
  const showStruck = list.filter("usuniete") !== "nie";
  const overall = trpc.statistics.teacherOverall.useQuery({ teacherId });
  const query = trpc.payouts.ofTeacher.useQuery(
    { teacherId, showStruck, page: list.page },
    { placeholderData: keepPreviousData },
  );
  const { strikePayout, pendingId } = useStrike();
  const columns = useMemo(() => payoutColumns(strikePayout, pendingId), [strikePayout, pendingId]);
  return (
    <>
      <OverallEarnings query={overall} />
      <Group justify="space-between" gap="sm">
        <Checkbox
          label={texts.showStruck}
          checked={showStruck}
          onChange={({ currentTarget }) =>
            list.setFilters({ usuniete: currentTarget.checked ? null : "nie" })
          }
        />
        <Group gap="xs">
          <ExportButton fetchFile={() => client.exports.payouts.query({ teacherId })} />
          <Button size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {texts.addPayout}
          </Button>
        </Group>
      </Group>
      <PagedTable
        label={texts.payouts}
        query={query}
        rowKey={({ id }) => id}
        columns={columns}
        list={list}
        empty={
          <EmptyState icon={<IconCash size={28} aria-hidden />} title={texts.none} text={texts.noPayouts} />
        }
      />
      <Sheet opened={adding} onClose={() => setAdding(false)} title={texts.addPayout} size="sm">
        <AddPayoutForm teacherId={teacherId} onAdded={() => setAdding(false)} />
      </Sheet>
    </>
  );
}
