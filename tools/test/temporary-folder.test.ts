import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { oneFailed, onePassed } from './counts.ts'
import { nothingLeftBehind, useOwnTemporaryFolder } from './temporary-folder.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-left-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a folder that tests leave behind fails the run, and is named with what is in it', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'millwright-a'))
  writeFileSync(join(folder, 'millwright-a', '.usage.db'), '')
  const { counts, output } = await nothingLeftBehind(folder).run()
  expect(counts).toEqual(oneFailed)
  expect(output).toContain('millwright-a: .usage.db')
})

test('what browsers and Node.js keep there for a run is not ours', async () => {
  const folder = emptyFolder()
  for (const name of ['node-compile-cache', 'playwright-artifacts-a']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'millwright-1-fixtures.jsonl'), '')
  expect((await nothingLeftBehind(folder).run()).counts).toEqual(onePassed)
})

test('programs get a folder of the run as their temporary folder', () => {
  const env: NodeJS.ProcessEnv = {}
  const folder = useOwnTemporaryFolder(env)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(env.TMPDIR).toBe(folder)
  expect(existsSync(folder)).toBe(true)
})
