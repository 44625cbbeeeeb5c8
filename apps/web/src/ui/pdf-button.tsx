import type { PdfFile } from "@korki/contracts/exports";
import { reportTexts } from "@korki/contracts/texts/reports";
import { Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { errorText } from "../server/errors";
import { saveFile } from "./save-file";
import { toastError } from "./toasts";

/** Asks the server for a PDF and hands it to the browser. */
export function PdfButton({
  fetchFile,
  size = "sm",
}: { fetchFile: () => Promise<PdfFile> } & Pick<ButtonProps, "size">) {
  const [pending, setPending] = useState(false);

  async function save() {
    setPending(true);
    try {
      saveFile(await fetchFile(), "application/pdf");
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
      loading={pending}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void save()}
    >
      {reportTexts.downloadPdf}
    </Button>
  );
}
