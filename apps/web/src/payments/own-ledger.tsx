import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../trpc";
import { useInvoiceButton } from "./invoices-section";
import { Statement, useStatementChoice } from "./statement";

/** The student's own "Rozliczenie", or that of a parent's child. */
export function OwnLedger({ studentId }: { studentId?: string }) {
  const { choice, setChoice } = useStatementChoice();
  const { client } = trpc.useUtils();
  const query = trpc.ledger.statement.useQuery(
    { ...choice, studentId },
    { placeholderData: keepPreviousData },
  );
  return (
    <Statement
      query={query}
      choice={choice}
      onChoose={setChoice}
      invoiceButton={useInvoiceButton()}
      fetchFile={() => client.ledger.exportMine.query({ studentId })}
    />
  );
}
