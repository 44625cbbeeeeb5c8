/** How "Co teraz" is asked for: the panel and the menu's badges share one answer. Lines of one kind shown at first. */
export const ATTENTION_SHOWN = { items: 5 } as const;
