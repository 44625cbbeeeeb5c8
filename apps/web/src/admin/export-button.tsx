import type { CsvFile } from "@korki/contracts/exports";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { errorText } from "../server/errors";
import { saveFile } from "../ui/save-file";
import { toastError } from "../ui/toasts";

/** Asks the server for a CSV file and hands it to the browser. */
export function ExportButton({ label, fetchFile }: { label?: string; fetchFile: () => Promise<CsvFile> }) {
  const [pending, setPending] = useState(false);

  async function save() {
    setPending(true);
    try {
      saveFile(await fetchFile());
    } catch (error) {
      toastError(errorText(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={pending}
      onClick={() => void save()}
    >
      {label ?? texts.export}
    </Button>
  );
}
