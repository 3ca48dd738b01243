import { isRecord } from '@millwright/contract/wire/is-record'
import type { Against } from './against.ts'
import { testFile } from './own-tests.ts'

/** What a suite would test a type on. */
export interface PlannedRun extends Against {
  readonly type: string
  /** As in `own-tests.ts`. */
  readonly test: string
  /** Title of the `describe` that runs on it; empty: the whole file. */
  readonly title: string
}

/** A run of a type's suite without failures. */
export interface SuiteRun extends Against {
  readonly type: string
  readonly test: string
  /** Number of passed tests. */
  readonly passed: number
  /** Date of the run. */
  readonly ran: string
}

/**
 * Updates the known runs from a vitest report; several runs on the same server are merged. Skipped runs, whose server is
 * missing on the machine, keep their previous result; failed runs and runs of removed suites are dropped.
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
  const files = listIn(report, 'testResults').filter(
    (file) => isRecord(file) && String(file.name).endsWith(`/${testFile(test)}`),
  )
  return files
    .flatMap((file) => listIn(file, 'assertionResults'))
    .filter((each) => title === '' || listIn(each, 'ancestorTitles').some((found) => plain(found) === title))
    .map((each) => (isRecord(each) ? each.status : null))
}

/** Without the quotes that `describe.each` adds to names. */
const plain = (title: unknown) => String(title).replaceAll("'", '')

function listIn(given: unknown, name: string): readonly unknown[] {
  const list = isRecord(given) ? given[name] : null
  return Array.isArray(list) ? list : []
}
