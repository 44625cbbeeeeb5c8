import type { CsvFile, PdfFile } from "@korki/contracts/exports";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { reportTexts } from "@korki/contracts/texts/reports";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { errorText } from "../server/errors";
import { saveFile } from "./save-file";
import { toastError } from "./toasts";

type Size = "xs" | "sm";

/** Asks the server for a CSV file and hands it to the browser. */
export function ExportButton(props: { label?: string; size?: Size; fetchFile: () => Promise<CsvFile> }) {
  return <DownloadButton label={texts.export} type="text/csv" {...props} />;
}

/** Asks the server for a PDF and hands it to the browser. */
export function PdfButton(props: { label?: string; size?: Size; fetchFile: () => Promise<PdfFile> }) {
  return <DownloadButton label={reportTexts.downloadPdf} type="application/pdf" {...props} />;
}

function DownloadButton(props: {
  label: string;
  type: string;
  size?: Size;
  fetchFile: () => Promise<CsvFile | PdfFile>;
}) {
  const { label, type, size = "sm", fetchFile } = props;
  const [pending, setPending] = useState(false);

  async function save() {
    setPending(true);
    try {
      saveFile(await fetchFile(), type);
    } catch (error) {
      toastError(errorText(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconDownload size={size === "xs" ? 16 : 18} aria-hidden />}
      loading={pending}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
