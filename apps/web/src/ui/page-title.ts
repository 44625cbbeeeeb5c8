import { interfaceTexts } from "@korki/contracts/texts/interface";
import { useEffect } from "react";

let title = "";
let site: string = siteName();
let unread = 0;

/** The centre's name as the server wrote it into the page. */
export function siteName(): string {
  return (
    document.querySelector<HTMLMetaElement>('meta[name="apple-mobile-web-app-title"]')?.content ??
    interfaceTexts.appName
  );
}

/** Names the tab after the screen: „(2) Zajęcia – Korki”. */
export function usePageTitle(screen: string): void {
  useEffect(() => {
    title = screen;
    write();
  }, [screen]);
}

/** The centre's name, once it is known. */
export function nameSite(name: string): void {
  site = name;
  write();
}

/** The number of unread messages, before the tab's title. */
export function showUnreadInTitle(count: number): void {
  unread = count;
  write();
}

function write(): void {
  document.title = `${unread > 0 ? `(${unread}) ` : ""}${title ? `${title} – ` : ""}${site}`;
}
