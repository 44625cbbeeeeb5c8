import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import { Button } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { useState } from "react";
import { BulkBar, type BulkResult } from "../../ui/bulk-bar";
import type { Selection } from "../../ui/use-selection";
import { type Addressee, MessageSheet } from "./message-form";
import { writtenResult } from "./written-result";

/** What an administrator does with the chosen people: write to all of them at once. */
export function PeopleBulk({ chosen, selection }: { chosen: readonly Addressee[]; selection: Selection }) {
  const [result, setResult] = useState<BulkResult | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  return (
    <>
      <BulkBar
        count={chosen.length}
        onClear={selection.clear}
        result={result}
        onClose={() => setResult(null)}
      >
        <Button leftSection={<IconMessageCircle size={18} aria-hidden />} onClick={() => setIsWriting(true)}>
          {texts.write(chosen.length)}
        </Button>
      </BulkBar>
      <MessageSheet
        opened={isWriting}
        people={chosen}
        onClose={() => setIsWriting(false)}
        onSent={(outcomes) => {
          setResult(writtenResult(outcomes, chosen));
          setIsWriting(false);
          selection.turn(false);
        }}
      />
    </>
  );
}
