import type { RenderContext } from "./message";

/** The centre of the samples. */
export const SAMPLE_CONTEXT: Omit<RenderContext, "recipientRole"> = {
  publicUrl: "https://korki.example",
  centreName: "Korki",
  contactPhone: "+48 600 100 200",
  contactEmail: "kontakt@korki.example",
  brand: null,
  paysOnline: true,
};
