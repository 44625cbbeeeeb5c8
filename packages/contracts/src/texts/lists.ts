/** Texts of the lists that screens show, and of what chooses from them; visitors load none of them. */
export const listTexts = {
  sortBy: "Sortuj według",
  sortAscending: "rosnąco",
  sortDescending: "malejąco",
  /** Of a table in a card with the same title. */
  table: (title: string) => `${title}: tabela`,
  pages: "Strony tabeli",
  pageOf: (page: number, pages: number) => `Strona ${page} z ${pages}`,
  previousPage: "Poprzednia strona",
  nextPage: "Następna strona",
  clearFilters: "Wyczyść filtry",
  showWholeList: "Pokaż całą listę",
  filtersAndOrder: "Filtruj i sortuj",
  order: "Sortuj",
  pickDay: "Otwórz kalendarz",
  showList: "Pokaż listę",
  clearSearch: "Wyczyść wyszukiwanie",
  clearChoice: "Wyczyść wybór",
  nothingFound: "Brak wyników",
  columns: "Kolumny",
  usualColumns: "Przywróć domyślne",
} as const;
