import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = join(import.meta.dirname, '..', '..', '..', 'testing', 'run-imports.ts')

/** A small young generation, so that imported data cannot hide behind uncollected garbage. */
const smallYoung = ['--gc-global', '--max-semi-space-size=8']

interface Expected {
  readonly flags?: readonly string[]
  readonly answer?: RegExp
}

/** Memory growth during an import, in MB. */
async function growthOf(
  kind: string,
  count: number,
  { flags = smallYoung, answer = /^20[01]$/ }: Expected = {},
): Promise<{ readonly resident: number; readonly referred: number }> {
  const args = ['--expose-gc', ...flags, script, kind, String(count)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { status, ...growth } = JSON.parse(stdout)
  expect(String(status)).toMatch(answer)
  return growth
}

// Each of these measures would at least double if one of the streams involved were buffered completely.

it('takes no more memory for a file with many short rows than for one with few', async () => {
  const { resident, referred } = await growthOf('table', 100_000)
  expect(referred).toBeLessThan(8)
  expect(resident).toBeLessThan(140)
})

it('takes no more memory for a package of thousands of files than for one of few', async () => {
  const { resident, referred } = await growthOf('package', 2_500)
  expect(referred).toBeLessThan(8)
  expect(resident).toBeLessThan(140)
})

it('takes no more memory for a package of long files than for one of short ones', async () => {
  expect((await growthOf('content', 40)).resident).toBeLessThan(140)
})

it('takes less than 100 MB for an archive of very many entries, also before garbage is collected', async () => {
  const { resident } = await growthOf('listing', 45_000, { flags: [], answer: /^400$/ })
  expect(resident).toBeLessThan(100)
})
