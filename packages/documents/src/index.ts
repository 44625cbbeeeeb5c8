export { renderMonthlySummary } from "./monthly-summary";
export { renderPayoutStatement } from "./payout-statement";
export { renderReceipt } from "./receipt";
