import { defineConfig } from 'vitest/config'
import { catalogues } from './packages/console/build/language/catalogues.ts'
import { LongestFirst } from './tools/test/longest-first.ts'

/** Milliseconds that something may take which a test waits for, on a machine that is busy. */
const patient = { expect: { poll: { timeout: 30_000 } } }
/**
 * Node.js loads our files itself, which takes half the time, except where they have to be transformed. Vitest's loader, for tests that
 * replace modules, would take a quarter more.
 */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }
const setupFiles = ['tools/test/setup.ts']
/**
 * Files of a worker share the modules that they load, which takes longer than most tests; each leaves behind what it found. Twice as many
 * workers as the smallest machine has cores, as files wait for servers, processes and time limits.
 */
const unit = { ...patient, setupFiles, testTimeout: 180_000, hookTimeout: 240_000, isolate: false, maxWorkers: 4 }
/** Fewer, as each starts servers; files of a worker share a browser besides. */
const whole = { ...patient, setupFiles, testTimeout: 120_000, hookTimeout: 180_000, isolate: false, maxWorkers: 3 }

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // One project, as Vitest ends a worker when a file of another one is next.
      {
        test: {
          ...unit,
          ...native,
          name: 'units',
          include: ['packages/{contract,instance,cli,connector*}/src/**/*.test.ts', '{tools,bench}/**/*.test.ts'],
        },
      },
      {
        plugins: [catalogues()],
        test: {
          ...unit,
          name: 'console',
          // The instance that component tests run on is loaded by Node.js itself, as in its own tests.
          server: { deps: { external: [/packages\/instance\/src/] } },
          include: ['packages/console/{src,build}/**/*.test.{ts,tsx}'],
          environment: './tools/test/lasting-document.ts',
          setupFiles: [...setupFiles, 'packages/console/src/testing/patience.ts'],
        },
      },
      { test: { ...whole, ...native, name: 'program', include: ['e2e/program/**/*.test.ts'] } },
      { test: { ...whole, ...native, name: 'journeys', include: ['e2e/journeys/**/*.test.ts'] } },
    ],
  },
})
