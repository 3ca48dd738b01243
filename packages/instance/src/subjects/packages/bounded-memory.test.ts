import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = join(import.meta.dirname, '..', '..', 'testing', 'run-imports.ts')

/** Small enough that what is imported cannot hide behind what waits to be collected. */
const flags = ['--expose-gc', '--gc-global', '--max-semi-space-size=8']

/** By how many MB the memory of an import grows. */
async function growthOf(
  kind: string,
  count: number,
): Promise<{ readonly resident: number; readonly referred: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, kind, String(count)])
  const { status, ...growth } = JSON.parse(stdout)
  expect(String(status)).toMatch(/^20[01]$/)
  return growth
}

// Each of them takes at least twice as much of what is asked for when one of the streams on its way is read to its end first.

it('a table of a file with many short rows takes no more memory than one with few', async () => {
  const { resident, referred } = await growthOf('table', 100_000)
  expect(referred).toBeLessThan(8)
  expect(resident).toBeLessThan(140)
})

it('a package of thousands of files takes no more memory than one of few', async () => {
  const { resident, referred } = await growthOf('package', 2_500)
  expect(referred).toBeLessThan(8)
  expect(resident).toBeLessThan(140)
})

it('a package of long files takes no more memory than one of short ones', async () => {
  expect((await growthOf('content', 40)).resident).toBeLessThan(140)
})
