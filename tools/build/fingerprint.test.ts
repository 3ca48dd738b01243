import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'

describe('fingerprint', () => {
  let folder: string
  const inputs = { include: ['*.ts'], exclude: ['*.test.ts'] }
  const take = () => fingerprint(folder, inputs)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millwright-fingerprint-'))
    writeFileSync(join(folder, 'a.ts'), 'one')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('stays when nothing changed', () => {
    expect(take()).toBe(take())
  })

  it('stays when only an excluded or foreign file is added', () => {
    const before = take()
    writeFileSync(join(folder, 'a.test.ts'), 'test')
    writeFileSync(join(folder, 'notes.md'), 'notes')
    expect(take()).toBe(before)
  })

  it('changes with a new file, a removed one, and a later one of the same size', () => {
    const seen = [take()]
    writeFileSync(join(folder, 'b.ts'), 'two')
    seen.push(take())
    rmSync(join(folder, 'a.ts'))
    seen.push(take())
    utimesSync(join(folder, 'b.ts'), 1, 1)
    seen.push(take())
    expect(new Set(seen).size).toBe(4)
  })
})
