import { type SeriesPreview, seriesPreview } from "@korki/contracts/series";
import { useState } from "react";

/**
 * Keeps the preview that a form shows. A refusal that carries a fresh preview (409) replaces it, so that the person sees
 * what has changed and can go on from there.
 */
export function usePreview() {
  const [preview, setPreview] = useState<SeriesPreview | null>(null);
  return {
    preview,
    show: setPreview,
    clear: () => setPreview(null),
    onRefused(error: { data?: { details?: unknown } | null | undefined }) {
      const details = error.data?.details;
      const fresh =
        typeof details === "object" && details !== null && "preview" in details
          ? seriesPreview.safeParse(details.preview)
          : null;
      if (fresh?.success) setPreview(fresh.data);
    },
  };
}
