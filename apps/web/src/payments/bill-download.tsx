import { billScreenTexts as texts } from "@korki/contracts/texts/bills";
import { trpc } from "../trpc";
import { PdfButton } from "../ui/download-buttons";

/** Downloads a bill as a PDF. */
export function BillDownload({ id }: { id: string }) {
  const utils = trpc.useUtils();
  return <PdfButton label={texts.download} fetchFile={() => utils.bills.pdf.fetch({ id })} />;
}
