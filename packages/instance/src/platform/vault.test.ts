import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { altered } from '../testing/altered.ts'
import { createKeyRing, newStoredKey, openSecret, resealed } from './vault.ts'

describe('the secret', () => {
  let folder: string
  const secret = '0123456789abcdef'.repeat(4)
  const open = (given: string | null = null) => openSecret({ secret: given, dataFolder: join(folder, 'data') })

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millwright-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it.each(['', 'short', 'z'.repeat(64), '0123456789abcdef', `${secret}0`])('rejects %j', (given) => {
    expect(() => open(given)).toThrow('hexadecimal')
  })

  it('rejects a sealed text that was altered', () => {
    const { vault } = open()
    expect(() => vault.open(altered(vault.seal('word')))).toThrow()
  })

  it('rejects a text that was sealed with another secret', () => {
    const sealed = open(secret).vault.seal('word')
    expect(() => open().vault.open(sealed)).toThrow()
  })

  it.each(['', 'word', 'v1.', 'v1.AAAA'])('rejects %j, which was never sealed', (text) => {
    expect(() => open().vault.open(text)).toThrow('Not a sealed text')
  })

  it('opens what it sealed', () => {
    const { vault } = open()
    for (const text of ['', 'word', 'Größe ✓', 'x'.repeat(100_000)]) expect(vault.open(vault.seal(text))).toBe(text)
  })

  it('seals the same text differently each time', () => {
    const { vault } = open()
    expect(vault.seal('word')).not.toBe(vault.seal('word'))
  })

  it('is created once, with access for its owner only, and reused', async () => {
    const sealed = open().vault.seal('word')
    expect(open().vault.open(sealed)).toBe('word')
    const file = join(folder, 'data', 'secret')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(await readdir(join(folder, 'data'))).toEqual(['secret'])
  })

  it('comes from the configuration if set, without touching any file', async () => {
    const sealed = open(secret).vault.seal('word')
    expect(open(secret.toUpperCase()).vault.open(sealed)).toBe('word')
    expect(await readdir(folder)).toEqual([])
  })

  it('derives a separate key for tokens', () => {
    const tokenKey = open(secret).tokenKeys.current.export()
    expect(tokenKey).toHaveLength(32)
    expect(tokenKey.toString('hex')).not.toBe(secret)
    expect(open(secret).tokenKeys.current.export()).toEqual(tokenKey)
  })
})

describe('a key ring', () => {
  const secret = Buffer.alloc(32, 1)
  const next = Buffer.alloc(32, 2)
  const derived = { id: '', sealed: [] }
  const fresh = newStoredKey([secret, next])

  it('rejects keys that its secret does not open, and keeps its current ones', () => {
    const ring = createKeyRing(Buffer.alloc(32, 3))
    const sealed = ring.vault.seal('word')
    expect(() => ring.adopt({ current: fresh.id, keys: [fresh] })).toThrow('The secret does not match')
    expect(ring.vault.open(sealed)).toBe('word')
  })

  it('does not open texts sealed with a key that is no longer accepted', () => {
    const ring = createKeyRing(secret)
    const sealed = ring.vault.seal('word')
    const { current: tokenKey } = ring.tokenKeys
    ring.adopt({ current: fresh.id, keys: [fresh] })
    expect(() => ring.vault.open(sealed)).toThrow('Not a sealed text')
    expect(ring.tokenKeys.accepted.some((key) => key.equals(tokenKey))).toBe(false)
  })

  it('opens texts sealed with either key while both are accepted', () => {
    const early = createKeyRing(secret)
    const late = createKeyRing(next)
    early.adopt({ current: '', keys: [derived, fresh] })
    late.adopt({ current: fresh.id, keys: [fresh] })
    expect(early.vault.open(late.vault.seal('word'))).toBe('word')
    expect(early.tokenKeys.accepted).toHaveLength(2)
  })

  it('reseals sealed values in a text, also nested ones, and leaves the rest', () => {
    const ring = createKeyRing(secret)
    const foreign = createKeyRing(next).vault.seal('foreign')
    const inner = ring.vault.seal('inner')
    const text = JSON.stringify({ a: ring.vault.seal(JSON.stringify({ b: inner })), foreign, other: 'v1.x' })
    expect(resealed(text, ring)).toBe(text)
    ring.adopt({ current: fresh.id, keys: [derived, fresh] })
    const after = resealed(text, ring)
    ring.adopt({ current: fresh.id, keys: [fresh] })
    const { a, ...rest } = JSON.parse(after)
    expect(ring.vault.open(JSON.parse(ring.vault.open(a)).b)).toBe('inner')
    expect(rest).toEqual({ foreign, other: 'v1.x' })
  })
})
