import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/{domain,contracts,notifications,settings}/src/**/*.test.ts"],
        },
      },
    ],
  },
});
