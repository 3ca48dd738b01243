import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { carryOver, filesIn } from './carry-over.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwright-carry-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function build(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(folder, name)
  mkdirSync(join(root, 'assets'), { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
  return root
}

it('keeps files of the last build that open pages and running servers still load, and no older ones', () => {
  const before = build('before', { 'main.js': 'old', 'assets/a-1.js': 'a', 'assets/a-1.js.br': 'small' })
  const made = filesIn(before)
  writeFileSync(join(before, 'assets/older.js'), 'older')
  const fresh = build('fresh', { 'main.js': 'new', 'assets/a-2.js': 'b' })
  carryOver(before, fresh, made)
  expect(filesIn(fresh).toSorted()).toEqual(['assets/a-1.js', 'assets/a-1.js.br', 'assets/a-2.js', 'main.js'])
  expect(readFileSync(join(fresh, 'main.js'), 'utf8')).toBe('new')
})

it('keeps nothing for the first build, and skips missing files', () => {
  const fresh = build('fresh', { 'assets/a-2.js': 'b' })
  carryOver(join(folder, 'none'), fresh, ['assets/a-1.js'])
  expect(filesIn(fresh)).toEqual(['assets/a-2.js'])
})
