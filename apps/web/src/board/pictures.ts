import { type BoardServer, isGone } from "./board-calls";

const AGAIN_MS = 5_000;

/** The pictures of one board, fetched when they are first shown, and asked for until the server has an answer. */
export class Pictures {
  readonly #known = new Map<string, ImageBitmap | null>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #isClosed = false;

  constructor(
    private readonly server: Pick<BoardServer, "picture">,
    private readonly onCome: (pictureId: string) => void,
  ) {}

  readonly of = (pictureId: string): ImageBitmap | null => {
    const known = this.#known.get(pictureId);
    if (known === undefined) {
      this.#known.set(pictureId, null);
      void this.#fetch(pictureId);
    }
    return known ?? null;
  };

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const picture of this.#known.values()) picture?.close();
  }

  async #fetch(pictureId: string): Promise<void> {
    let file: Blob;
    try {
      file = await this.server.picture(pictureId);
    } catch (error) {
      // After its time a picture is gone; its place stays empty.
      if (!this.#isClosed && !isGone(error)) this.#fetchLater(pictureId);
      return;
    }
    // A picture that this browser cannot decode now fails later, too.
    const picture = await createImageBitmap(file).catch(() => null);
    if (this.#isClosed) return picture?.close();
    if (!picture) return;
    this.#known.set(pictureId, picture);
    this.onCome(pictureId);
  }

  #fetchLater(pictureId: string): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#fetch(pictureId);
    }, AGAIN_MS);
    this.#timers.add(timer);
  }
}
