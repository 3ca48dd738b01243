import { describe, expect, it } from 'vitest'
import type { FileResult } from './reporter.ts'
import { countResults, howToRepeat } from './vitest-steps.ts'

const result = (path: string, passed: number, failed: number, skipped = 0): FileResult => ({
  path,
  seconds: 1,
  failed: failed > 0,
  counts: { passed, failed, skipped },
})

describe('counting a vitest run', () => {
  it('fails a run that failed without a failed test', () => {
    expect(countResults([result('a', 3, 0)], 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })

  it('fails a run without results', () => {
    expect(countResults([], 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('adds up what the files counted', () => {
    expect(countResults([result('a', 1, 2), result('b', 3, 0, 4)], 1)).toEqual({ passed: 4, failed: 2, skipped: 4 })
  })
})

describe('repeating what failed', () => {
  it('names each failed file with the command that runs it, even if no test of it ran', () => {
    const broken = { ...result('b.test.ts', 0, 0), failed: true }
    expect(howToRepeat([result('c.test.ts', 1, 1), result('a.test.ts', 1, 0), broken])).toBe(
      '\nTo run a failed file alone:\n  npm test -- b.test.ts\n  npm test -- c.test.ts\n',
    )
  })

  it('says nothing if nothing failed', () => {
    expect(howToRepeat([result('a', 1, 0)])).toBe('')
  })
})
