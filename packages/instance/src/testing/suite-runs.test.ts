import { expect, it } from 'vitest'
import { type PlannedRun, renewedRuns, type SuiteRun } from './suite-runs.ts'

const planned = ['path', 'virtual'].map(
  (style): PlannedRun => ({
    type: 's3',
    kind: 'stand-in',
    name: 'S3',
    test: 'files.test.ts',
    title: `files in ${style}`,
  }),
)
const known: SuiteRun[] = [
  { type: 's3', kind: 'stand-in', name: 'S3', test: 'files.test.ts', passed: 2, ran: '2026-01-01' },
]
const report = (...states: readonly string[]) => ({
  testResults: [
    {
      name: '/somewhere/packages/instance/src/subjects/files.test.ts',
      assertionResults: planned.map(({ title }, at) => ({ ancestorTitles: [title], status: states[at] })),
    },
  ],
})
const renewed = (given: unknown) => renewedRuns(known, planned, given, '2026-02-02')

it('forgets failed runs, and those that no suite has any more', () => {
  expect(renewed(report('passed', 'failed'))).toEqual([])
  expect(renewedRuns(known, [], null, '2026-02-02')).toEqual([])
})

it('keeps runs that were not repeated', () => {
  expect(renewed(null)).toEqual(known)
  expect(renewed(report('skipped', 'skipped'))).toEqual(known)
})

it('merges several runs of a suite on the same server', () => {
  expect(renewed(report('passed', 'passed'))).toEqual([{ ...known[0], passed: 2, ran: '2026-02-02' }])
})
