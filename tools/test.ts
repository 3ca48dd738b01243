/**
 * `npm test`: every check of the repository, one line each, and `N passed, N failed` as the last line. `npm test -- types unit`
 * runs only the steps whose names contain one of the words.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { hasMariadbPrograms, openMariadbServer } from '../packages/instance/src/testing/counterparts/mariadb-server.ts'
import {
  hasPostgresPrograms,
  openPostgresServer,
} from '../packages/instance/src/testing/counterparts/postgres-server.ts'
import { findOrInstallChromium } from './chromium.ts'
import { root } from './paths.mjs'
import { type Counts, inWords, oneSkipped, sum } from './test/counts.ts'
import { endAllCommands } from './test/run-command.ts'
import { runSteps } from './test/run-steps.ts'
import { commandStep, staticSteps } from './test/static-steps.ts'
import type { Step } from './test/step.ts'
import { vitestStep } from './test/vitest-steps.ts'

const servers = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    endAllCommands()
    await servers.disposeAsync()
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

/** Our own database servers without durability, if they are installed, as tests mostly wait for the disk. */
const ownServers = [
  {
    variable: 'MILLWRIGHT_TEST_POSTGRES',
    isInstalled: hasPostgresPrograms,
    open: () => openPostgresServer({ durable: false }),
  },
  { variable: 'MILLWRIGHT_TEST_MARIADB', isInstalled: hasMariadbPrograms, open: openMariadbServer },
]

const units: Step = {
  name: 'unit and API tests',
  async run() {
    const wanted = ownServers.filter(({ variable, isInstalled }) => isInstalled && process.env[variable] === undefined)
    const env: NodeJS.ProcessEnv = {}
    const missed: string[] = []
    try {
      for (const { variable, open } of wanted) {
        try {
          env[variable] = servers.adopt(await open(), ({ close }) => close()).url
        } catch (error) {
          missed.push(`No server of our own for ${variable}: ${String(error)}`)
        }
      }
      const { counts, output } = await vitestStep('', ['contract', 'instance', 'cli', 'console', 'tools'], env).run()
      return { counts, output: [...missed, output].join('\n') }
    } finally {
      await servers.disposeAsync()
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
  // Program tests mostly wait for processes, journeys for pages.
  { steps: [program, journeys], width: 2 },
]
for (const { steps, width } of stages) counts.push(...(await runSteps(chosen(steps), width)))

const total = sum(counts)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(inWords(total))
