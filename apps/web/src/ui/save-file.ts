/** Hands a text, or bytes in base64, to the browser as a file to keep. */
export function saveFile(
  file: { fileName: string } & ({ content: string } | { base64: string }),
  type = "text/csv",
): void {
  const { fileName } = file;
  const content =
    "content" in file ? file.content : Uint8Array.from(atob(file.base64), (byte) => byte.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by the next turn; some browsers read the address only then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
