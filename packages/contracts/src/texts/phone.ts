/** `+48 600 100 200`, on one line; a number of another kind stands as it was written. */
export function formatPhone(phone: string): string {
  const grouped = phone
    .replaceAll(/\s/g, "")
    .replace(/^(\+48)(\d{3})(\d{3})(\d{3})$/, "$1\u00a0$2\u00a0$3\u00a0$4");
  return grouped.includes("\u00a0") ? grouped : phone.replaceAll(" ", "\u00a0");
}
