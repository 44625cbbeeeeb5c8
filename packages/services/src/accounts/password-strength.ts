import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { containsPersonalData } from "@korki/domain";
import { dictionary } from "@zxcvbn-ts/language-common";
import { invalidInput } from "../errors";

let common: ReadonlySet<string> | null = null;

/** The most common passwords in lower case: some 49,000, from the leaks that the zxcvbn project evaluated. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(dictionary["passwords-common"]?.map((password) => password.toLowerCase()));
  return common;
}

/** What Polish leaks have most, with digits and signs around it: the list above is mostly English. */
const POLISH_WORDS: ReadonlySet<string> = new Set(
  `haslo mojehaslo hasloadmin polska warszawa krakow wroclaw poznan gdansk lodz lublin szczecin katowice
  kocham kochamcie kochanie misiek misiu kotek piesek zajac dupa kurwa matrix lech legia wisla lechpoznan barcelona
  samsung internet komputer agnieszka mateusz marcin bartek kacper dawid damian kamil karolina karolinka monika natalia
  patryk przemek sebastian wojtek zuzia michal tomek lukasz maciek qazwsx zaqwsx szkola uczen nauczyciel lekcja lekcje
  matematyka angielski fizyka informatyka wakacje slonce truskawka czekolada niunia myszka pomidor kaczka lato wiosna
  jesien zima styczen luty marzec kwiecien czerwiec lipiec sierpien wrzesien listopad grudzien korki korek`.split(
    /\s+/,
  ),
);

/** Lower case, without Polish letters and without what is not a letter at the ends. */
function coreOf(password: string): string {
  const plain = password.toLowerCase().replaceAll("ł", "l").normalize("NFD").replaceAll(/\p{M}/gu, "");
  return plain.replace(/^[^a-z]+/, "").replace(/[^a-z]+$/, "");
}

/** Throws `input` for a password that is among the most common ones, or that contains who the person is. */
export function assertStrongPassword(
  password: string,
  person: { name: string; surname: string; email: string },
): void {
  const isCommon = commonPasswords().has(password.toLowerCase()) || POLISH_WORDS.has(coreOf(password));
  if (isCommon) throw invalidInput(accountSecurityTexts.commonPassword);
  if (containsPersonalData(password, person)) throw invalidInput(accountSecurityTexts.personalPassword);
}
