export * from "./kinds";
export * from "./request";
