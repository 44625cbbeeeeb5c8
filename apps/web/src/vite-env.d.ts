/// <reference types="vite/client" />

/** The theme's variables (build/theme-tokens.ts). */
declare module "virtual:theme-tokens.css";
declare module "virtual:theme.css";
