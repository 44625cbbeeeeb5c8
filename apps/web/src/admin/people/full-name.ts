/** Name and surname; a surname may be empty. */
export function fullName({ name, surname }: { readonly name: string; readonly surname: string }): string {
  return `${name} ${surname}`.trim();
}
