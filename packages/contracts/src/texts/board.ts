import { BOARD_LIMITS, type Refusal } from "@korki/board";

const { pages, pointsPerStroke, pictures } = BOARD_LIMITS;

/** What the server says about the board of a lesson (rules §31). */
export const boardTexts = {
  oneDecimal: "Współrzędne mają najwyżej jedno miejsce po przecinku",
  tooLong: (max: number) => `Najwyżej ${max} znaków`,
  tooManyPoints: `Jedna linia ma najwyżej ${pointsPerStroke} punktów`,
  onlyRead: "Na tablicy rysują tylko nauczyciel i uczeń tej lekcji",
  ended: "Na tej tablicy nie można już rysować: minęły 24 godziny od końca lekcji",
  notInRoom: "Nie jesteś w sali żadnej lekcji",
  keyTaken: "Ten klucz należy do innej osoby",
  fullOfOperations: "Tablica jest pełna: mieści najwyżej 10 000 czynności",
  fullOfBytes: "Tablica jest pełna: mieści najwyżej 4 MB",
  fullOfPictures: `Na tablicy mieści się najwyżej ${pictures} obrazków`,
  noPicture: "Tego obrazka nie ma na tej tablicy",
  pictureTooBig: "Obrazek jest za duży: najwyżej 400 kB",
  pictureWrongKind: "To nie jest obrazek PNG, JPEG ani WebP",
  pictureDamaged: "Tego obrazka nie da się odczytać",
  pictureTooManyPixels: "Obrazek ma za dużo pikseli",
  pdfTitle: (slot: string) => `Tablica: ${slot}`,
  pdfPage: (no: number) => `Strona ${no}`,
  nothingToTake: "Z wcześniejszych lekcji nie ma tablicy, którą można wziąć",
  erasedAuthor: "Konto usunięte",
} as const;

/** Why the board does not take an operation. */
export const boardRefusals: Record<Refusal, string> = {
  locked: "Nauczyciel zablokował rysowanie",
  "teacher-only": "To może zrobić tylko nauczyciel",
  "page-limit": `Tablica ma najwyżej ${pages} stron`,
  "not-own": "Cofnąć i powtórzyć można tylko własną czynność",
  gone: "Tego już nie ma na tablicy",
};
