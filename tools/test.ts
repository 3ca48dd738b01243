/**
 * `npm test`: every check of the repository, a line for each, and `N passed, N failed` as the last line.
 * `npm test -- types unit` runs only the steps whose names contain one of the words.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  hasPostgresPrograms,
  openPostgresServer,
} from '../packages/instance/src/testing/counterparts/postgres-server.ts'
import { findOrInstallChromium } from './chromium.ts'
import { root } from './paths.ts'
import { type Counts, inWords, oneSkipped, sum } from './test/counts.ts'
import { endAllCommands } from './test/run-command.ts'
import { runSteps } from './test/run-steps.ts'
import { commandStep, staticSteps } from './test/static-steps.ts'
import type { Step } from './test/step.ts'
import { vitestStep } from './test/vitest-steps.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    endAllCommands()
    process.exit(130)
  })
}

const build = commandStep('build', process.execPath, [join(root, 'tools', 'build.ts')])

const journeys: Step = {
  name: 'browser journeys',
  async run() {
    const chromium = findOrInstallChromium()
    if (chromium === null) {
      return { counts: oneSkipped, output: 'No Chromium here: name one in MILLWRIGHT_CHROMIUM to run the journeys.' }
    }
    return vitestStep('', ['journeys'], { MILLWRIGHT_CHROMIUM: chromium }).run()
  },
}

/** On a PostgreSQL that writes nothing to the disk where its programs are installed: most of what tests wait for is that. */
const units: Step = {
  name: 'unit and API tests',
  async run() {
    const isNamed = process.env.MILLWRIGHT_TEST_POSTGRES !== undefined
    const postgres = isNamed || !hasPostgresPrograms ? null : await openPostgresServer({ durable: false })
    try {
      const env = postgres === null ? {} : { MILLWRIGHT_TEST_POSTGRES: postgres.url }
      return await vitestStep('', ['contract', 'instance', 'cli', 'console', 'tools'], env).run()
    } finally {
      await postgres?.close()
    }
  },
}
const program = vitestStep('the program as a whole', ['program'])

const words = process.argv.slice(2)
const chosen = (steps: readonly Step[]) =>
  words.length === 0 ? steps : steps.filter(({ name }) => words.some((word) => name.includes(word)))

const counts: Counts[] = []
const stages = [
  { steps: staticSteps(), width: availableParallelism() },
  { steps: [build], width: 1 },
  { steps: [units], width: 1 },
  { steps: [program, journeys], width: 1 },
]
for (const { steps, width } of stages) counts.push(...(await runSteps(chosen(steps), width)))

const total = sum(counts)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(inWords(total))
