/** A refusal as the Bot API words it: `{"ok":false,"error_code":…,"description":…,"parameters":…}`. */
export class BotApiError extends Error {
  constructor(
    readonly code: number,
    readonly description: string,
    readonly parameters?: { readonly retry_after: number },
  ) {
    super(`${code} ${description}`);
    this.name = "BotApiError";
  }
}

/** 400 with the prefix that the Bot API gives to what the caller got wrong. */
export const badRequest = (text: string) => new BotApiError(400, `Bad Request: ${text}`);

/** 429: the caller is to wait for `seconds` (whole, at least 1). */
export const tooManyRequests = (seconds: number) =>
  new BotApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
