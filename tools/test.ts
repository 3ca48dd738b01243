/**
 * `npm test`: the checks that prove a change, one line per step, and `N passed, N failed` as the last line. `npm test -- all` runs
 * everything, `npm test -- changed` what a difference touches; CONTRIBUTING.md says when to run which.
 */
import { rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallChromium } from './chromium.ts'
import { root } from './paths.mjs'
import { readArguments } from './test/arguments.ts'
import { inWords, oneSkipped, sum } from './test/counts.ts'
import { fixturesVariable, sumFixtures } from './test/fixture-times.ts'
import { startOwnServers } from './test/own-servers.ts'
import { endAllCommands } from './test/run-command.ts'
import { type FinishedStep, runSteps } from './test/run-steps.ts'
import { seedVariable, thoroughVariables } from './test/seed.ts'
import { selectFiles } from './test/selection.ts'
import { commandStep, openapiTools, staticSteps } from './test/static-steps.ts'
import type { Step } from './test/step.ts'
import { nothingLeftBehind, useOwnTemporaryFolder } from './test/temporary-folder.ts'
import { readTimes, storeTimes, timesInWords } from './test/times.ts'
import { runVitest, skippedInWords } from './test/vitest-steps.ts'

const temporaryFolder = useOwnTemporaryFolder(process.env)

const notes = join(tmpdir(), `millwright-${process.pid}-fixtures.jsonl`)
const servers = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    endAllCommands()
    await servers.disposeAsync()
    endAllCommands()
    process.exit(130)
  })
}

const { asked, only, without, remarks } = select()
if (asked.times) process.env[fixturesVariable] = notes
if (asked.level === 'all') {
  Object.assign(process.env, thoroughVariables(process.env))
  console.log(`Property tests start from ${seedVariable}=${process.env[seedVariable]}.`)
}

/** The chosen files of a step; `undefined`: all. */
const filesIn = (folder: RegExp) => only?.filter((path) => folder.test(path))
const parts = {
  units: filesIn(/^(packages|tools|bench)\//),
  program: filesIn(/^e2e\/program\//),
  journeys: filesIn(/^e2e\/journeys\//),
}
const runsWhole = parts.program?.length !== 0 || parts.journeys?.length !== 0

const units: Step = {
  name: 'unit and API tests',
  async run() {
    try {
      const { env, missing } = await startOwnServers(servers)
      const result = await runVitest({ projects: ['units', 'console'], env, without, files: parts.units })
      return { ...result, output: [...missing, result.output].join('\n') }
    } finally {
      await servers.disposeAsync()
    }
  },
}

const program: Step = {
  name: 'the program as a whole',
  run: () => runVitest({ projects: ['program'], without, files: parts.program }),
}

const journeys: Step = {
  name: 'browser journeys',
  async run() {
    const chromium = findOrInstallChromium()
    if (chromium === null) {
      return { counts: oneSkipped, output: 'No Chromium here: name one in MILLWRIGHT_CHROMIUM to run the journeys.' }
    }
    const env = { MILLWRIGHT_CHROMIUM: chromium }
    return runVitest({ projects: ['journeys'], env, without, files: parts.journeys })
  },
}

const beforeUnits: readonly Step[] = [
  ...(asked.level === 'all' ? [openapiTools()] : []),
  ...(runsWhole ? [commandStep('build', process.execPath, [join(root, 'tools', 'build.ts')])] : []),
]

const stages: readonly { readonly steps: readonly Step[]; readonly width: number }[] = [
  { steps: asked.files.length > 0 ? [] : staticSteps(), width: availableParallelism() },
  { steps: beforeUnits, width: 1 },
  { steps: parts.units?.length === 0 ? [] : [units], width: 1 },
  // Program tests mostly wait for processes, journeys for pages.
  {
    steps: [...(parts.program?.length === 0 ? [] : [program]), ...(parts.journeys?.length === 0 ? [] : [journeys])],
    width: 2,
  },
  { steps: [nothingLeftBehind(temporaryFolder)], width: 1 },
]

const names = stages.flatMap(({ steps }) => steps.map(({ name }) => name))
const unknown = asked.words.find((word) => !names.some((name) => name.includes(word)))
if (unknown !== undefined) {
  console.error(`No step has "${unknown}" in its name. The steps are: ${names.join(', ')}.`)
  process.exit(2)
}
const isChosen = ({ name }: Step) => asked.words.length === 0 || asked.words.some((word) => name.includes(word))
const finished: FinishedStep[] = []
for (const { steps, width } of stages) finished.push(...(await runSteps(steps.filter(isChosen), width)))

const fixtures = asked.times ? sumFixtures(notes) : {}
rmSync(notes, { force: true })
const files = finished.flatMap((step) => step.files ?? [])
const times = {
  steps: Object.fromEntries(finished.map(({ name, seconds }) => [name, seconds])),
  files: Object.fromEntries(files.map(({ path, seconds }) => [path, seconds])),
  fixtures,
}
storeTimes(times)
if (asked.times) console.log(timesInWords(times))
for (const remark of [...remarks, ...skippedInWords(files)]) console.log(`\n${remark}`)

const total = sum(finished.map(({ counts }) => counts))
process.exitCode = total.failed > 0 ? 1 : 0
console.log(inWords(total))

function select() {
  try {
    const asked = readArguments(process.argv.slice(2))
    return { asked, ...selectFiles(asked, readTimes().files) }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}
