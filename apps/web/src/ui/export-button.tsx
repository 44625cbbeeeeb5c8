import type { CsvFile } from "@korki/contracts/exports";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { errorText } from "../server/errors";
import { saveFile } from "./save-file";
import { toastError } from "./toasts";

/** Asks the server for a CSV file and hands it to the browser. */
export function ExportButton(props: {
  label?: string;
  size?: "xs" | "sm";
  fetchFile: () => Promise<CsvFile>;
}) {
  const { label, size = "sm", fetchFile } = props;
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
      size={size}
      leftSection={<IconDownload size={size === "xs" ? 16 : 18} aria-hidden />}
      loading={pending}
      onClick={() => void save()}
    >
      {label ?? texts.export}
    </Button>
  );
}
