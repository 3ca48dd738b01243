import { defineConfig } from 'vitest/config'

const unit = { testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { ...unit, name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      { test: { ...unit, name: 'instance', include: ['packages/instance/src/**/*.test.ts'] } },
      { test: { ...unit, name: 'cli', include: ['packages/cli/src/**/*.test.ts'] } },
      {
        test: { ...unit, name: 'console', include: ['packages/console/src/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
      { test: { ...unit, name: 'tools', include: ['tools/**/*.test.ts', 'bench/**/*.test.ts'] } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
