/** Hands a text to the browser as a file to keep. */
export function saveFile(
  { fileName, content }: { fileName: string; content: string },
  type = "text/csv",
): void {
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
