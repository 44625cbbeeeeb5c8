import { adminMoneyTexts } from "@korki/contracts/texts/admin-money";
import { ledgerScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Statement, useStatementChoice } from "../../payments/statement";
import { trpc } from "../../trpc";
import { Sheet } from "../../ui/sheet";
import { AdjustLedgerForm } from "../money/adjust-ledger-form";

/** The tab "Rozliczenie" of a student, with adjustments. */
export function StudentLedger({ studentId, isErased }: { studentId: string; isErased: boolean }) {
  const { choice, setChoice } = useStatementChoice();
  const [adjusting, setAdjusting] = useState(false);
  const { client } = trpc.useUtils();
  const query = trpc.ledger.statementOfStudent.useQuery(
    { ...choice, studentId },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <Statement
        query={query}
        choice={choice}
        onChoose={setChoice}
        fetchFile={() => client.ledger.exportOfStudent.query({ studentId })}
        actions={
          isErased ? (
            <Text size="sm">{adminMoneyTexts.nothingAdded}</Text>
          ) : (
            <Button
              size="sm"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setAdjusting(true)}
            >
              {texts.adjust}
            </Button>
          )
        }
      />
      <Sheet opened={adjusting} onClose={() => setAdjusting(false)} title={texts.adjust} size="sm">
        <AdjustLedgerForm
          studentId={studentId}
          lately={query.data?.items[0] ?? null}
          onAdded={() => setAdjusting(false)}
        />
      </Sheet>
    </>
  );
}
