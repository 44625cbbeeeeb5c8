import { PAGE_SIZE } from "@korki/contracts/paging";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../trpc";
import { useListState } from "../ui/use-list-state";
import { LedgerList } from "./ledger-list";

/** The student's own "Rozliczenie", or that of a parent's child. */
export function OwnLedger({ studentId }: { studentId?: string }) {
  const list = useListState({ name: "rozl" });
  const { client } = trpc.useUtils();
  const query = trpc.ledger.mine.useQuery(
    { page: list.page, pageSize: PAGE_SIZE, direction: "desc", studentId },
    { placeholderData: keepPreviousData },
  );
  return (
    <LedgerList query={query} list={list} fetchFile={() => client.ledger.exportMine.query({ studentId })} />
  );
}
