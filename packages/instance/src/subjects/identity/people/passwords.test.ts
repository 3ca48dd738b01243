import { describe, expect, it } from 'vitest'
import { createPasswords, readHash } from './passwords.ts'

const cheap = { memory: 64, passes: 1, lanes: 1 }

describe('passwords', () => {
  const passwords = createPasswords(cheap)

  it('rejects a wrong password, an empty one, and one with the right prefix', async () => {
    const hash = await passwords.hash('correct horse')
    for (const wrong of ['correct hors', 'correct horse ', 'Correct horse', '', '\0']) {
      expect(await passwords.verify(wrong, hash)).toBe(false)
    }
  })

  it('rejects every password if the stored hash is missing, malformed or of another algorithm', async () => {
    const other = '$argon2i$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    for (const stored of [null, '', 'plain', '$2y$10$abcdefghijklmnopqrstuv', other]) {
      expect(await passwords.verify('plain', stored)).toBe(false)
      expect(await passwords.verify('', stored)).toBe(false)
    }
  })

  it('takes as long without a hash as with one', async () => {
    const costly = createPasswords({ memory: 4096, passes: 2, lanes: 1 })
    const hash = await costly.hash('secret')
    // Measures CPU time and alternates, as a busy machine is slower for a while.
    const took = async (stored: string | null) => {
      const start = process.cpuUsage()
      await costly.verify('guess', stored)
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    let [somebody, nobody] = [0, 0]
    for (let round = 0; round < 20; round++) {
      somebody += await took(hash)
      nobody += await took(null)
    }
    expect(nobody / somebody).toBeGreaterThan(0.4)
    expect(nobody / somebody).toBeLessThan(2.5)
  })

  it.each([
    ['memory', 'm=1048577,t=1,p=1'],
    ['passes', 'm=1048576,t=5,p=1'],
    ['passes in less memory', 'm=65536,t=65,p=1'],
    ['lanes for its memory', 'm=8,t=1,p=2'],
  ])('never computes a hash with too much %s', (_, cost) => {
    expect(readHash(`$argon2id$v=19$${cost}$${'A'.repeat(22)}$${'A'.repeat(43)}`)).toBeNull()
  })

  it('accepts the right password with any characters', async () => {
    for (const plain of ['x', 'pässwörd ☃', ' spaces ', 'a'.repeat(10_000)]) {
      expect(await passwords.verify(plain, await passwords.hash(plain))).toBe(true)
    }
  })

  it('salts: the same password never gives the same hash twice', async () => {
    expect(await passwords.hash('same')).not.toBe(await passwords.hash('same'))
  })

  it('stores the cost in the hash, so that it can be raised, and identifies outdated hashes', async () => {
    const hash = await passwords.hash('secret')
    const stronger = createPasswords({ ...cheap, passes: 2 })
    expect(readHash(hash)).toMatchObject(cheap)
    expect(await stronger.verify('secret', hash)).toBe(true)
    expect(stronger.outdated(hash)).toBe(true)
    expect(passwords.outdated(hash)).toBe(false)
    expect(passwords.outdated(await stronger.hash('secret'))).toBe(false)
  })
})
