import { describe, expect, test } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'
import { createMailedCodes, matchesCode } from './codes.ts'

describe.each(engines)('a mailed code on %s', (engine) => {
  const { parts, make } = sharedInstance({ engine })
  const codes = fixture(async () => createMailedCodes(parts.store, parts.clock))
  const stored = (id: number) =>
    parts.store.db
      .selectFrom('user')
      .select(['confirm_code', 'confirm_code_date', 'revision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test('leaves the previous code valid if its mail fails', async () => {
    const { id } = await make.user()
    await codes.send(id, async () => undefined)
    const before = await stored(id)
    await expect(codes.send(id, () => Promise.reject(new Error('no mail server')))).rejects.toThrow('no mail server')
    expect(await stored(id)).toEqual(before)
  })

  test('does not undo concurrent changes if its mail fails', async () => {
    const { id } = await make.user()
    const send = codes.send(id, async () => {
      await codes.send(id, async () => undefined)
      throw new Error('no mail server')
    })
    await expect(send).rejects.toThrow('no mail server')
    expect((await stored(id)).revision).toBe(3)
  })

  test('is valid before its mail is sent', async () => {
    const { id } = await make.user()
    await codes.send(id, async (code) => {
      expect(matchesCode(code, (await stored(id)).confirm_code ?? '')).toBe(true)
    })
  })
})
