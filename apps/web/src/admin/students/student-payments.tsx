import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { Button, Checkbox, Group } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { IconPlus, IconWallet } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { trpc } from "../../trpc";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { Sheet } from "../../ui/sheet";
import { useListState } from "../../ui/use-list-state";
import { ExportButton } from "../export-button";
import { AddPaymentForm } from "../money/add-payment-form";
import { paymentColumns } from "../money/money-columns";
import { useStrike } from "../money/use-strike";

/** The tab "Finanse" of a student: every payment; a deleted one stays, struck out. */
export function StudentPayments({ studentId }: { studentId: string }) {
  const list = useListState();
  const [adding, setAdding] = useState(false);
  const { client } = trpc.useUtils();
  const showStruck = list.filter("usuniete") !== "nie";
  const query = trpc.payments.ofStudent.useQuery(
    { studentId, showStruck, page: list.page },
    { placeholderData: keepPreviousData },
  );
  const { strikePayment, pendingId } = useStrike();
  const columns = useMemo(() => paymentColumns(strikePayment, pendingId), [strikePayment, pendingId]);
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Checkbox
          label={texts.showStruck}
          checked={showStruck}
          onChange={({ currentTarget }) =>
            list.setFilters({ usuniete: currentTarget.checked ? null : "nie" })
          }
        />
        <Group gap="xs">
          <ExportButton fetchFile={() => client.exports.payments.query({ studentId })} />
          <Button size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {texts.addPayment}
          </Button>
        </Group>
      </Group>
      <PagedTable
        label={texts.payments}
        query={query}
        rowKey={({ id }) => id}
        columns={columns}
        list={list}
        empty={
          <EmptyState
            icon={<IconWallet size={28} aria-hidden />}
            title={texts.none}
            text={texts.noPayments}
          />
        }
      />
      <Sheet opened={adding} onClose={() => setAdding(false)} title={texts.addPayment} size="sm">
        <AddPaymentForm
          studentId={studentId}
          lately={query.data?.items[0] ?? null}
          onAdded={() => setAdding(false)}
        />
      </Sheet>
    </>
  );
}
