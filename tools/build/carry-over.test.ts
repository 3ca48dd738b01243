import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { carryOver } from './carry-over.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwright-carry-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function build(name: string, files: Record<string, string>, listed = Object.keys(files)): string {
  const root = join(folder, name)
  mkdirSync(join(root, 'assets'), { recursive: true })
  mkdirSync(join(root, '.vite'))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
  const [file, ...css] = listed
  writeFileSync(join(root, '.vite', 'manifest.json'), JSON.stringify({ entry: { file, css } }))
  return root
}

it('keeps what an open page of the last build still loads, and nothing older', () => {
  const before = build(
    'before',
    { 'assets/a-1.js': 'a', 'assets/a-1.js.br': 'small', 'assets/c.css': 'old', 'assets/older.js': 'older' },
    ['assets/a-1.js', 'assets/c.css'],
  )
  const fresh = build('fresh', { 'assets/a-2.js': 'b', 'assets/c.css': 'new' })
  carryOver(before, fresh)
  expect(readdirSync(join(fresh, 'assets')).sort()).toEqual(['a-1.js', 'a-1.js.br', 'a-2.js', 'c.css'])
  expect(readFileSync(join(fresh, 'assets/c.css'), 'utf8')).toBe('new')
})

it('has nothing to keep at the first build', () => {
  const fresh = build('fresh', { 'assets/a-2.js': 'b' })
  carryOver(join(folder, 'none'), fresh)
  expect(readdirSync(join(fresh, 'assets'))).toEqual(['a-2.js'])
})
