import { NAME_MAX, NAME_MIN, PASSWORD_MAX, PASSWORD_MIN } from "@korki/domain";

/** Validation of account fields (rules §22). */
export const accountFieldTexts = {
  introduction: "Najwyżej 300 znaków",
  meetingRoom: "Podaj adres zaczynający się od https:// albo zostaw to pole puste",
  email: "Niepoprawny adres e-mail",
  passwordLength: `Hasło musi mieć przynajmniej ${PASSWORD_MIN} znaków`,
  passwordTooLong: `Hasło może mieć najwyżej ${PASSWORD_MAX} znaków`,
  passwordUppercase: "Hasło musi mieć przynajmniej 1 dużą literę",
  passwordsDiffer: "Hasła nie są takie same",
  resetPasswordsDiffer: "Hasła różnią się od siebie",
  name: `Imię musi mieć przynajmniej ${NAME_MIN} znaki`,
  nameTooLong: `Imię może mieć najwyżej ${NAME_MAX} znaków`,
  surname: "Podaj nazwisko",
  plainName: "Imię i nazwisko nie mogą zawierać adresów ani znaków / \\ : @",
  surnameTooLong: `Nazwisko może mieć najwyżej ${NAME_MAX} znaków`,
  phone: "Błędny numer telefonu",
  userType: "Wybierz rodzaj konta",
} as const;

/** What the server answers about accounts and sessions. */
export const accountTexts = {
  wrongCredentials: "Nieprawidłowy e-mail lub hasło",
  emailNotConfirmed: "Adres e-mail nie został potwierdzony. Sprawdź pocztę i kliknij link z wiadomości",
  loginLinkOver: "Ten link już nie działa. Na stronie logowania wyślesz sobie nowy",
  loginElsewhere: "Wpisz ten kod tam, gdzie została wysłana prośba o link",
  loginCodeWrong: "Nieprawidłowy kod",
  linkInvalid: "Link wygasł lub został już wykorzystany",
  telegramCodeWrong: "Zły kod",
  accountExists: "Konto z tym adresem e-mail już istnieje",
} as const;
