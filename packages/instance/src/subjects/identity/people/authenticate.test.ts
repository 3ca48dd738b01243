import { describe, expect, it } from 'vitest'
import type { Passwords } from '../../../gateway/parts.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { zeroKeys } from '../../../testing/zero-keys.ts'
import { createIdentity } from './identity.ts'

describe('authentication', () => {
  it('computes one hash, whether the account exists or not', async () => {
    const { make, parts } = await testInstance()
    const verified: (string | null)[] = []
    const passwords: Passwords = {
      ...parts.passwords,
      verify(plain, hash) {
        verified.push(hash)
        return parts.passwords.verify(plain, hash)
      },
    }
    const { authenticate } = createIdentity({
      ...parts,
      passwords,
      tokenKeys: zeroKeys,
    })
    const user = await make.user()
    const inactive = await make.user({ is_active: false })
    const admin = await make.admin()
    const cases = [
      { name: 'nobody@example.test', password: 'wrong' },
      { name: user.email, password: 'wrong' },
      { name: inactive.email, password: inactive.password },
      { name: admin.email, password: admin.password },
      { name: '', password: '' },
    ]
    for (const [index, login] of cases.entries()) {
      const tried = authenticate({ attribute: 'email', population: 'user', address: '127.0.0.1', ...login })
      await expect(tried).rejects.toMatchObject({ status: 401, message: 'Invalid credentials supplied.' })
      expect(verified).toHaveLength(index + 1)
    }
    const right = { name: user.email, password: user.password }
    expect(
      await authenticate({ attribute: 'email', population: 'user', address: '127.0.0.1', ...right }),
    ).toMatchObject({ id: user.id })
  })

  it('prefers the address as typed if old data has two that differ only by case', async () => {
    const { make, parts } = await testInstance()
    const { authenticate } = createIdentity({
      ...parts,
      tokenKeys: zeroKeys,
    })
    const small = await make.user({ email: 'a@example.test' })
    const large = await make.user({ email: 'A@example.test' })
    for (const { id, email, password } of [small, large]) {
      const login = { attribute: 'email', name: email, password, population: null, address: '127.0.0.1' } as const
      expect(await authenticate(login)).toMatchObject({ id })
    }
  })
})
