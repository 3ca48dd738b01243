import { describe, expect, it } from 'vitest'
import { countReport, filesToTryAgain, withSecondTry } from './vitest-steps.ts'

describe('counting a vitest run', () => {
  it('fails a run that failed without a failed test', () => {
    expect(countReport({ numPassedTests: 3, numFailedTests: 0 }, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  it('fails a run without a report', () => {
    expect(countReport(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('counts todo tests as skipped', () => {
    const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 }
    expect(countReport(report, 0)).toEqual({ passed: 3, failed: 0, skipped: 3 })
  })
})

describe('a second try', () => {
  const file = (name: string, ...statuses: readonly string[]) => ({
    name,
    status: statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: statuses.map((status) => ({ status })),
  })
  const run = (code: number, ...testResults: readonly ReturnType<typeof file>[]) => {
    const statuses = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
    const count = (wanted: string) => statuses.filter((status) => status === wanted).length
    const report = {
      testResults,
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: count('skipped'),
    }
    return { report, counts: countReport(report, code), output: 'what vitest printed' }
  }

  it('is for a few files', () => {
    const failed = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => file(name, 'failed'))
    expect(filesToTryAgain(run(1, ...failed).report)).toEqual([])
    expect(filesToTryAgain(run(1, ...failed.slice(1), file('j', 'passed')).report)).toEqual([...'bcdefghi'])
  })

  it('runs no files if the run itself was aborted', () => {
    expect(filesToTryAgain(null)).toEqual([])
    expect(filesToTryAgain(run(1, file('a', 'passed')).report)).toEqual([])
  })

  it('fails what fails again', () => {
    const first = run(1, file('a', 'passed', 'failed', 'skipped'), file('b', 'passed', 'passed'))
    const { counts, remark } = withSecondTry(first, run(1, file('a', 'passed', 'failed', 'skipped')), ['a'])
    expect(counts).toEqual({ passed: 3, failed: 1, skipped: 1 })
    expect(remark).toBeUndefined()
  })

  it('fails if it is aborted', () => {
    const first = run(1, file('a', 'failed'))
    expect(withSecondTry(first, { report: null, counts: countReport(null, 1), output: '' }, ['a']).counts.failed).toBe(
      1,
    )
  })

  it('counts what passes alone, and names it', () => {
    const first = run(1, file('a', 'passed', 'failed', 'skipped'), file('b', 'passed', 'passed'))
    const { counts, remark } = withSecondTry(first, run(0, file('a', 'passed', 'passed', 'skipped')), ['a'])
    expect(counts).toEqual({ passed: 4, failed: 0, skipped: 1 })
    expect(remark).toMatch(/^Failed at first, and passed alone: .*a\nwhat vitest printed/)
  })
})
