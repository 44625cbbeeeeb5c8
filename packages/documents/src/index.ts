export { type PaperPicture, renderBoard } from "./board";
export { renderBill } from "./bill";
export { renderMonthlySummary } from "./monthly-summary";
export { renderPayoutStatement } from "./payout-statement";
export type { Letterhead } from "./pdf";
export { renderReceipt } from "./receipt";
