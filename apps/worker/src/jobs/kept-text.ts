const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/**
 * Returns a message as administrators may read it later: of an address that lets whoever has it in, the secret part is
 * left out. Ids, which let nobody in, stay.
 */
export function keptText(text: string): string {
  return text
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replaceAll(/https?:\/\/[^\s<>"]+/g, (address) =>
      address.replaceAll(/[\w~-]{24,}(?:\.[\w~-]+)*/g, (part) =>
        /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part) ? part : "…",
      ),
    );
}
