import { describe, expect, it } from 'vitest'
import { countReport } from './vitest-steps.ts'

describe('counting a vitest run', () => {
  it('fails a run that ended badly without a failed test', () => {
    expect(countReport({ numPassedTests: 3, numFailedTests: 0 }, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  it('fails a run that left no report', () => {
    expect(countReport(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('takes tests to be written for skipped ones', () => {
    const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 }
    expect(countReport(report, 0)).toEqual({ passed: 3, failed: 0, skipped: 3 })
  })
})
