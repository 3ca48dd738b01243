import { isRecord } from '@millwright/contract/wire/is-record'
import type { Against } from './against.ts'

/** What a suite would run a type on. */
export interface PlannedRun extends Against {
  readonly type: string
  /** Below `subjects`. */
  readonly test: string
  /** The title of the `describe` that runs on it; empty: the whole file does. */
  readonly title: string
}

/** What a suite did run a type on, with nothing that failed. */
export interface SuiteRun extends Against {
  readonly type: string
  readonly test: string
  /** How many tests passed. */
  readonly passed: number
  /** The day of the run. */
  readonly ran: string
}

/**
 * The runs that are known, renewed by the report of vitest about one more; what a suite runs on several times over is one. What was skipped, as
 * its server is not on that machine, stays as it is known; what failed is known no more, as is what no suite runs on now.
 */
export function renewedRuns(
  known: readonly SuiteRun[],
  planned: readonly PlannedRun[],
  report: unknown,
  day: string,
): readonly SuiteRun[] {
  const runs = [...Map.groupBy(planned, place)].flatMap(([at, [first, ...others]]): SuiteRun[] => {
    if (first === undefined) return []
    const { type, kind, name, test } = first
    const states = [first, ...others].flatMap(({ title }) => statesOf(report, test, title))
    const passed = states.filter((state) => state === 'passed').length
    if (states.includes('failed')) return []
    if (passed > 0) return [{ type, kind, name, test, passed, ran: day }]
    return known.filter((run) => place(run) === at)
  })
  return runs.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}

const place = ({ type, kind, name, test }: Pick<SuiteRun, 'type' | 'kind' | 'name' | 'test'>) =>
  JSON.stringify([type, kind, name, test])

function statesOf(report: unknown, test: string, title: string): unknown[] {
  const files = listIn(report, 'testResults').filter((file) => isRecord(file) && String(file.name).endsWith(`/${test}`))
  return files
    .flatMap((file) => listIn(file, 'assertionResults'))
    .filter((each) => title === '' || listIn(each, 'ancestorTitles').some((found) => plain(found) === title))
    .map((each) => (isRecord(each) ? each.status : null))
}

/** Without the quotation marks that names of `describe.each` get. */
const plain = (title: unknown) => String(title).replaceAll("'", '')

function listIn(given: unknown, name: string): readonly unknown[] {
  const list = isRecord(given) ? given[name] : null
  return Array.isArray(list) ? list : []
}
