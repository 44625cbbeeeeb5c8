import { billScreenTexts as texts } from "@korki/contracts/texts/bills";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { trpc } from "../trpc";
import { saveFile } from "../ui/save-file";

/** Downloads a bill as a PDF. */
export function BillDownload({ id }: { id: string }) {
  const utils = trpc.useUtils();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={async () => saveFile(await utils.bills.pdf.fetch({ id }), "application/pdf")}
    >
      {texts.download}
    </Button>
  );
}
