import * as field from "@korki/contracts/fields";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { LOGIN_LINK_MINUTES, type Role } from "@korki/domain";
import { z } from "zod";
import { linkPayload, SAMPLE_LINK, whileLinkWorks } from "../account-links";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";

/** What concerns an account itself goes to whoever has one, and cannot be switched off. */
const OF_AN_ACCOUNT = {
  group: "messages",
  audience: ["Student", "Teacher", "Parent", "Admin"],
  optional: false,
  urgency: "awaited",
} as const;

const addUrl = whileLinkWorks("confirm-email");

type Facts = z.infer<typeof linkPayload> & { url: string; name: string; role: Role; email: string };

/** To a new account: prove that the address is yours. Names what is confirmed, for anybody may type an address. */
export const accountConfirmEmail = defineNotification({
  kind: "account-confirm-email",
  label: "Potwierdzenie adresu e-mail",
  ...OF_AN_ACCOUNT,
  payload: linkPayload,
  async revalidate(payload, moment): Promise<Facts | null> {
    const [link, person] = [
      await addUrl(payload, moment),
      await moment.lookups.registrationOf(payload.linkId),
    ];
    return link && person && { ...link, ...person };
  },
  message: ({ url, name, role, email }: Facts, { centreName }) => ({
    icon: "✉️",
    subject: `Potwierdź adres e-mail: ${centreName}`,
    heading: "Potwierdź swój adres e-mail",
    paragraphs: [
      "Ktoś założył konto z tym adresem. Jeśli to Twoje dane, otwórz stronę i potwierdź je, aby aktywować konto. Link działa 24 godziny.",
    ],
    details: [
      { label: "Imię i nazwisko", value: name },
      { label: "Rodzaj konta", value: dashboardTexts.accountTypes[role] },
      { label: "E-mail", value: email },
    ],
    action: { label: "Potwierdź adres e-mail", url },
    footnote:
      "To nie Twoje dane albo nie zakładasz u nas konta? Zignoruj tę wiadomość, nic więcej się nie stanie.",
  }),
  samples: [
    { to: "Student", facts: { ...SAMPLE_LINK, name: "Ola Nowak", role: "Student", email: "ola@example.pl" } },
  ],
});

/** To the owner of an address that was used in another registration. */
export const accountExists = defineNotification({
  kind: "account-exists",
  label: "Próba ponownej rejestracji",
  ...OF_AN_ACCOUNT,
  payload: z.object({ linkId: field.id.nullable() }),
  revalidate: async ({ linkId }, { lookups }) => ({
    linkId,
    url: linkId === null ? null : await lookups.accountLinkUrl(linkId, "reset-password"),
  }),
  message: ({ url }, { centreName, publicUrl }) => ({
    icon: "ℹ️",
    subject: `Masz już konto: ${centreName}`,
    heading: "Ten adres e-mail ma już konto",
    paragraphs: [
      "Ktoś próbował założyć konto na ten adres. Jeśli to Ty, po prostu się zaloguj lub ustaw nowe hasło.",
    ],
    action: { label: "Zaloguj się", url: screenUrl(publicUrl, "auth") },
    ...(url === null ? {} : { secondary: { label: "Ustaw nowe hasło", url } }),
    footnote: "To nie Ty? Zignoruj tę wiadomość. Twoje konto jest bezpieczne, nic się w nim nie zmieniło.",
  }),
  samples: [{ to: "Student", facts: { linkId: null, url: null } }],
});

const recoveryPayload = linkPayload.extend({ passwordRemoved: z.boolean().optional() });
type Recovery = z.infer<typeof recoveryPayload> & { url: string };
const PASSWORD_REMOVED: Recovery = { ...SAMPLE_LINK, passwordRemoved: true };

/** To a person who forgot a password, or whose password was removed. */
export const accountRecovery = defineNotification({
  kind: "account-recovery",
  label: "Odzyskiwanie konta",
  ...OF_AN_ACCOUNT,
  payload: recoveryPayload,
  revalidate: whileLinkWorks("reset-password"),
  message: ({ url, passwordRemoved }: Recovery, { centreName }) => ({
    icon: "🔑",
    subject: `Odzyskiwanie konta: ${centreName}`,
    heading: "Ustaw nowe hasło",
    paragraphs: [
      ...(passwordRemoved
        ? ["Dotychczasowe hasło do Twojego konta zostało usunięte, bo mógł je znać ktoś inny."]
        : []),
      "Kliknij przycisk, aby ustawić nowe hasło. Link działa godzinę i tylko raz.",
    ],
    action: { label: "Ustaw nowe hasło", url },
    footnote: passwordRemoved
      ? `Nowy link wyślesz sobie w każdej chwili na stronie logowania: wybierz „${signInTexts.toRecovery}”.`
      : "To nie Ty prosisz o zmianę? Zignoruj tę wiadomość. Twoje hasło pozostaje bez zmian.",
  }),
  samples: [
    { to: "Student", facts: SAMPLE_LINK },
    { to: "Student", facts: PASSWORD_REMOVED },
  ],
});

/** To a person who wants to sign in without a password. */
export const accountLoginLink = defineNotification({
  kind: "account-login-link",
  label: "Link do logowania",
  ...OF_AN_ACCOUNT,
  payload: linkPayload,
  revalidate: whileLinkWorks("login"),
  message: ({ url }, { centreName }) => ({
    icon: "🔑",
    subject: `Link do logowania: ${centreName}`,
    heading: "Zaloguj się",
    paragraphs: [
      `Kliknij przycisk, aby się zalogować. Link działa ${LOGIN_LINK_MINUTES} minut i tylko raz. Otwórz go tam, gdzie prosisz o link; na innym urządzeniu zobaczysz kod do wpisania.`,
    ],
    action: { label: "Zaloguj się", url },
    footnote: "To nie Ty prosisz o link? Zignoruj tę wiadomość i nikomu nie podawaj kodu.",
  }),
  samples: [{ to: "Student", facts: SAMPLE_LINK }],
});

/** To administrators and people with a second factor, who cannot sign in by a link. */
export const accountLoginLinkRefused = defineNotification({
  kind: "account-login-link-refused",
  label: "Prośba o link do logowania",
  ...OF_AN_ACCOUNT,
  payload: z.object({}),
  revalidate: alwaysTrue,
  message: (_facts, { centreName, publicUrl }) => ({
    icon: "🔑",
    subject: `Logowanie linkiem: ${centreName}`,
    heading: "Na to konto nie można zalogować się linkiem",
    paragraphs: [
      "Konta administratorów i konta z drugim składnikiem logują się hasłem i kodem albo kluczem dostępu.",
    ],
    action: { label: "Przejdź do logowania", url: screenUrl(publicUrl, "auth") },
    footnote: "To nie Ty prosisz o link? Zignoruj tę wiadomość.",
  }),
  samples: [{ to: "Admin", facts: {} }],
});

/** To a person for whom an administrator created an account. */
export const accountInvitation = defineNotification({
  kind: "account-invitation",
  label: "Zaproszenie do konta",
  ...OF_AN_ACCOUNT,
  // An import invites thousands at once, and nobody waits for it.
  urgency: "usual",
  payload: linkPayload,
  revalidate: whileLinkWorks("reset-password"),
  message: ({ url }, { centreName }) => ({
    icon: "🎉",
    subject: `Zaproszenie: ${centreName}`,
    heading: "Masz konto!",
    paragraphs: [
      `Administrator założył dla Ciebie konto w serwisie ${centreName}. Ustaw hasło, aby zacząć z niego korzystać.`,
    ],
    action: { label: "Ustaw hasło", url },
    footnote: "Nie spodziewasz się tej wiadomości? Zignoruj ją.",
  }),
  samples: [{ to: "Parent", facts: SAMPLE_LINK }],
});

/** To a person invited by a student or an administrator to be the student's parent. */
export const accountParentInvitation = defineNotification({
  kind: "account-parent-invitation",
  label: "Zaproszenie rodzica",
  group: "messages",
  audience: ["Visitor"],
  optional: false,
  urgency: "usual",
  payload: z.object({ invitationId: field.id }),
  async revalidate(payload, { lookups }) {
    const invitation = await lookups.parentInvitation(payload.invitationId);
    return invitation && { ...payload, ...invitation };
  },
  message: (facts: { invitationId: string; studentName: string; url: string }, { centreName }) => ({
    icon: "👪",
    subject: `Zaproszenie do konta rodzica: ${facts.studentName}`,
    heading: "Zaproszenie dla rodzica",
    paragraphs: [
      `Zapraszamy do serwisu ${centreName}. Po przyjęciu zaproszenia możesz rezerwować i odwoływać lekcje ucznia, widzieć jego plan i wpłaty oraz pisać z nauczycielami.`,
    ],
    details: [{ label: "Uczeń", value: facts.studentName }],
    action: { label: "Przyjmij zaproszenie", url: facts.url },
    footnote: "Zaproszenie jest ważne 7 dni. Nie spodziewasz się tej wiadomości? Zignoruj ją.",
  }),
  samples: [
    {
      to: null,
      facts: {
        invitationId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
        studentName: "Zosia Nowak",
        url: "https://korki.example/zaproszenie/przyklad",
      },
    },
  ],
});

/** To the person who entered the bot's code: this chat is linked. */
export const telegramConnected = defineNotification({
  kind: "telegram-connected",
  label: "Połączenie z Telegramem",
  ...OF_AN_ACCOUNT,
  isForDevices: false,
  payload: z.object({ chatId: z.string(), accountName: z.string() }),
  revalidate: async (payload, { lookups, recipientId }) => {
    const linkedId = await lookups.telegramUserId(payload.chatId);
    return linkedId !== null && linkedId === recipientId ? payload : null;
  },
  message: (facts, context) => ({
    icon: "✅",
    subject: `Telegram połączony z kontem: ${context.centreName}`,
    heading: "Telegram połączony z kontem",
    paragraphs: ["Od teraz powiadomienia będą przychodzić na Telegramie. Wszystkie komendy bota: /pomoc"],
    details: [{ label: "Konto", value: facts.accountName }],
    action: { label: "Wybierz, o czym powiadamiać", url: screenUrl(context.publicUrl, "settings") },
    footnote: "To nie Twoje konto? Wyślij botowi /odlacz",
  }),
  samples: [{ to: "Student", facts: { chatId: "123456789", accountName: "Ola Nowak" } }],
});
