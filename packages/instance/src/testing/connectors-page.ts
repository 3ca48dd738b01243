import type { ServiceKind } from '../gateway/service-kind.ts'
import type { Against } from './against.ts'
import { notRun, testFile } from './own-tests.ts'
import type { SuiteRun } from './suite-runs.ts'

const begin = '<!-- Written by npm run connectors, from packages/instance/src/testing/suite-runs.json. -->'

/** The page with its table of types updated from the suite runs. */
export function connectorsPage(page: string, kinds: readonly ServiceKind[], runs: readonly SuiteRun[]): string {
  const head = page.slice(0, page.indexOf(begin))
  const rows = kinds.map((kind) => rowOf(kind, runs))
  return [
    `${head}${begin}`,
    '',
    '| Type | What people call it | Real servers | Stand-ins | Not run | Tests |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

function rowOf(kind: ServiceKind, runs: readonly SuiteRun[]): string {
  const { name, label, make } = kind
  const own = runs.filter(({ type }) => type === name)
  if (own.length === 0) return `| \`${name}\` | ${label} | | | ${whyNotRun(kind)} | |`
  const named = (wanted: Against['kind']) =>
    [...new Set(own.filter((run) => run.kind === wanted).map((run) => run.name))].join(', ')
  const tests = [...new Set(own.map(({ test }) => `[${test}](../${testFile(test)})`))].join(', ')
  const whose = make === undefined ? ', by its connector' : ''
  return `| \`${name}\` | ${label}${whose} | ${named('real')} | ${named('stand-in')} | | ${tests} |`
}

/** Why there is no recorded run of a type's suite, as a sentence. */
export function whyNotRun({ name, make, unavailable = '' }: ServiceKind): string {
  return notRun[name] ?? (make === undefined ? unavailable : noServer)
}

const noServer =
  'Its suite has not passed yet where `npm run connectors` was run: its servers are not installed there, or differ.'
