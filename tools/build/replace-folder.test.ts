import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from './lock.ts'
import { replaceFolder } from './replace-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwright-build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('replacing a folder', () => {
  const dist = () => join(folder, 'dist')

  it('keeps the old one, and no partial one, if creating the new one fails', async () => {
    mkdirSync(dist())
    writeFileSync(join(dist(), 'file'), 'old')
    const failing = replaceFolder(dist(), async (fresh) => {
      writeFileSync(join(fresh, 'file'), 'half')
      throw new Error('broken source')
    })
    await expect(failing).rejects.toThrow('broken source')
    expect(readFileSync(join(dist(), 'file'), 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['dist'])
  })

  it('leaves nothing of the old one behind', async () => {
    mkdirSync(dist())
    writeFileSync(join(dist(), 'gone'), 'old')
    await replaceFolder(dist(), async (fresh) => writeFileSync(join(fresh, 'file'), 'new'))
    expect(readdirSync(dist())).toEqual(['file'])
    expect(readdirSync(folder)).toEqual(['dist'])
  })
})

describe('the build lock', () => {
  it('is taken over from a process that no longer runs', async () => {
    const path = join(folder, 'lock')
    writeFileSync(path, '999999999')
    await expect(withLock(path, async () => 'done')).resolves.toBe('done')
    expect(existsSync(path)).toBe(false)
  })

  it('is released if the work fails', async () => {
    const path = join(folder, 'lock')
    await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(path)).toBe(false)
  })

  it('is held by one process at a time', async () => {
    const path = join(folder, 'lock')
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(`${name} in`)
      await new Promise(setImmediate)
      order.push(`${name} out`)
    }
    await Promise.all([withLock(path, work('a')), withLock(path, work('b'))])
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out'])
  })
})
