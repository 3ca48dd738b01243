import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = join(import.meta.dirname, '..', '..', 'testing', 'run-imports.ts')

/** Small enough that the memory of what is imported cannot hide behind that of the collector. */
const flags = ['--expose-gc', '--max-semi-space-size=4']

async function grownBy(...args: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, ...args])
  const { status, grown }: { status: number; grown: number } = JSON.parse(stdout)
  expect(status).toBe(200)
  return grown
}

it('a table of a file with many short rows takes no more memory than one with few', async () => {
  expect(await grownBy('table', '200000')).toBeLessThan(150)
})

it('a package of thousands of files takes no more memory than one of few', async () => {
  expect(await grownBy('package', '4000')).toBeLessThan(150)
})
