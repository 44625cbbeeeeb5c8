/** Views of a list that an account keeps under a name. */
export const listViewTexts = {
  nameTooLong: (max: number) => `Nazwa może mieć najwyżej ${max} znaków`,
  nameMissing: "Wpisz nazwę widoku",
  tooLong: "Widok ma za dużo filtrów",
  tooMany: (max: number) => `Najwyżej ${max} widoków jednej listy. Usuń któryś z nich.`,

  views: "Widoki",
  none: "Nie ma jeszcze zapisanych widoków",
  manage: "Zapisz lub usuń widok",
  text: "Widok pamięta filtry, kolejność i kolumny tej listy. Widzisz go na każdym urządzeniu.",
  name: "Nazwa widoku",
  save: "Zapisz ten widok",
  saved: "Zapisane widoki",
  remove: "Usuń",
  removeOf: (name: string) => `Usuń widok: ${name}`,
} as const;
