import { APPROVAL_ABOVE_MAX, DUE_DAYS_MAX, plural } from "@korki/domain";
import { zloty } from "./money";

/** "Do zapłaty": what is due for a student, and how the centre decides that (rules §39). */
export const moneyTexts = {
  wrongDueDays: `Podaj liczbę dni od 0 do ${DUE_DAYS_MAX}`,
  wrongApprovalAbove: `Podaj kwotę od 0 do ${zloty(APPROVAL_ABOVE_MAX)}`,

  title: (child: string | null) => (child === null ? "Do zapłaty" : `Do zapłaty: ${child}`),
  due: (sum: string, until: string) => `${sum}, do ${until}`,
  overdue: (sum: string, day: string) => `${sum}, termin minął ${day}`,
  nothingDue: "Nic nie musisz teraz płacić.",
  dueFor: (subject: string, lessons: number, sum: string) =>
    `${subject}: ${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")}, ${sum}`,
  paidUntil: (subject: string, day: string) => `${subject}: opłacone do ${day}`,
  notPaid: (subject: string) => `${subject}: brak opłaconych lekcji`,
  credit: (lessons: number) => `zapas: ${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")}`,
  onlyCredit: (subject: string, lessons: number) =>
    `${subject}: w zapasie ${lessons} ${plural(lessons, "lekcja", "lekcje", "lekcji")}`,
  later: (sum: string) => `Zaplanowane na później: ${sum}. Zapłacisz, gdy te lekcje się zbliżą.`,
  onLaterBills: (sum: string) => `Na następnych rachunkach: ${sum}. Teraz nie musisz tego płacić.`,
  pay: (sum: string) => `Zapłać ${sum}`,
  payTogether: (sum: string) => `Zapłać razem ${sum}`,
  billedTo: (payer: string) => `Rachunek do zapłaty ma: ${payer}.`,
  payFor: (sum: string, child: string) => `Zapłać ${sum}: ${child}`,

  settings: "Kiedy lekcja jest do zapłaty",
  settingsText:
    "Do zapłaty są lekcje, które już się odbyły, i te, które odbędą się w ciągu podanej liczby dni. O pozostałych nikogo nie przypominamy.",
  dueDays: "Ile dni przed lekcją",
  saveSettings: "Zapisz liczbę dni",
  approvals: "Zgoda rodzica",
  approvalsText:
    "O stały termin i zakup lekcji za więcej niż tyle złotych prosi uczeń, a decyduje rodzic, który za niego płaci. Wpisz 0, aby nie pytać.",
  approvalAbove: "Powyżej ilu złotych",
  saveApprovalAbove: "Zapisz kwotę",
} as const;
