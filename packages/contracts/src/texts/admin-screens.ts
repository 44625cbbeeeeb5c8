/** What the administrator's screens share. */
export const adminTexts = {
  changedMeanwhile: "Dane zmieniły się w międzyczasie",
  changedMeanwhileText: "Ktoś inny zapisał tu zmiany. Wczytaj je, Twoje wpisy zostaną.",
  yes: "tak",
  no: "nie",
  nobody: "System",
  search: "Szukaj",
} as const;
