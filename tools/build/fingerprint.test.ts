import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.mjs'

describe('fingerprint', () => {
  let folder: string
  const take = () => fingerprint(folder, ['src', 'one.json'])

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millwright-fingerprint-'))
    mkdirSync(join(folder, 'src/below'), { recursive: true })
    writeFileSync(join(folder, 'src/below/a.ts'), 'one')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('stays the same if nothing changed', () => {
    expect(take()).toBe(take())
  })

  it('stays the same if only a test or an unrelated file is added', () => {
    const before = take()
    writeFileSync(join(folder, 'src/a.test.ts'), 'test')
    writeFileSync(join(folder, 'notes.md'), 'notes')
    expect(take()).toBe(before)
  })

  it('changes with a new file, a removed one, and a later one of the same size', () => {
    const seen = [take()]
    writeFileSync(join(folder, 'src/b.ts'), 'two')
    seen.push(take())
    rmSync(join(folder, 'src/below/a.ts'))
    seen.push(take())
    utimesSync(join(folder, 'src/b.ts'), 1, 1)
    seen.push(take())
    writeFileSync(join(folder, 'one.json'), '{}')
    seen.push(take())
    expect(new Set(seen).size).toBe(5)
  })
})
