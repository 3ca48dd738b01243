import { describe, expect, it } from 'vitest'
import type { ExternalPerson } from '../../../../gateway/ports/sign-in.ts'
import type { Caller } from '../../../../request/caller.ts'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'
import { createAccountWriter } from '../account-writer.ts'
import { newCode } from '../codes.ts'
import { createAccountLinking, linkingRules } from './account-linking.ts'
import { createSingleLogOut } from './single-log-out.ts'

const nobody: Caller = { user: null, app: null, role: null, sysadmin: false, token: null, sentKey: false }

describe.each(engines)('people from an external login, on %s', (engine) => {
  const { parts, make, send, root } = sharedInstance({ engine })
  const linking = fixture(async () => createAccountLinking(createAccountWriter(parts), parts.clock))
  const one = fixture(async () => ({ id: await make.serviceId('system'), name: 'provider0' }))
  const other = fixture(async () => ({ id: await make.serviceId('user'), name: 'provider1' }))

  const by = { caller: nobody, address: '127.0.0.1', verb: 'POST' } as const
  const open = linkingRules({})
  let people = 0
  const somebody = (given: Partial<ExternalPerson> = {}): ExternalPerson => ({
    service: one,
    subject: `subject ${people++}`,
    email: `Ann${people}@Example.com`,
    emailVerified: true,
    first_name: 'Ann',
    last_name: 'Lee',
    name: null,
    marks: { oauth_provider: one.name },
    ...given,
  })
  const account = async (id: number) =>
    (
      await send<Record<string, unknown>>('GET', `system/user/${id}?related=user_to_app_to_role_by_user_id`, {
        as: root,
      })
    ).body

  /** Proves the address, as if a code mailed to it had been used. */
  async function prove({ id, email }: { id: number; email: string }): Promise<void> {
    const { code, hash } = newCode()
    const values = { confirm_code: hash, confirm_code_date: new Date(parts.clock()).toISOString() }
    await parts.store.db.updateTable('user').set(values).where('id', '=', id).execute()
    const { status } = await send('POST', 'user/password', { body: { email, code, new_password: 'a fresh password' } })
    expect(status).toBe(200)
  }

  it('are rejected without an account if the service does not create new users', async () => {
    const rules = linkingRules({ allow_new_users: false })
    await expect(linking.findOrCreate(somebody(), rules, by)).rejects.toMatchObject({ status: 401 })
  })

  it('are rejected if their account was deactivated', async () => {
    const person = somebody()
    const id = await linking.findOrCreate(person, open, by)
    await send('PATCH', `system/user/${id}`, { as: root, body: { is_active: false } })
    await expect(linking.findOrCreate(person, open, by)).rejects.toMatchObject({ status: 401 })
  })

  it('never get an existing account through an unverified address', async () => {
    const local = await make.user()
    await prove(local)
    expect(await linking.findOrCreate(somebody({ email: local.email, emailVerified: false }), open, by)).not.toBe(
      local.id,
    )
  })

  it('never get an account whose owner did not prove the address', async () => {
    const written = await make.user()
    expect(await linking.findOrCreate(somebody({ email: written.email }), open, by)).not.toBe(written.id)
    const changed = await make.user()
    await prove(changed)
    const { body: session } = await send<{ session_token: string }>('POST', 'user/session', {
      body: { email: changed.email, password: 'a fresh password' },
    })
    const change = { email: 'victim@example.com', current_password: 'a fresh password' }
    const { status } = await send('PUT', 'user/profile', { as: { token: session.session_token }, body: change })
    expect(status).toBe(200)
    expect(await linking.findOrCreate(somebody({ email: 'victim@example.com' }), open, by)).not.toBe(changed.id)
  })

  it('never get an administrator’s account', async () => {
    const admin = await make.admin()
    await parts.store.db.updateTable('user').set({ proven_email: admin.email }).where('id', '=', admin.id).execute()
    expect(await linking.findOrCreate(somebody({ email: admin.email }), open, by)).not.toBe(admin.id)
  })

  it('never get the account of a person at another service with the same name and address', async () => {
    const person = somebody()
    const id = await linking.findOrCreate(person, open, by)
    const { email } = await account(id)
    const impostor = { ...person, service: other, email: String(email), emailVerified: false }
    expect(await linking.findOrCreate(impostor, open, by)).not.toBe(id)
  })

  it('never get the account of the previous owner of their address at the service', async () => {
    const local = await make.user()
    await prove(local)
    const before = somebody({ email: local.email })
    expect(await linking.findOrCreate(before, open, by)).toBe(local.id)
    const after = { ...before, subject: 'who has the address now' }
    const own = await linking.findOrCreate(after, open, by)
    expect(own).not.toBe(local.id)
    expect(await linking.findOrCreate(after, open, by)).toBe(own)
    expect(await linking.findOrCreate({ ...before, email: 'moved@example.com' }, open, by)).toBe(local.id)
    expect(await linking.findOrCreate({ ...before, service: other, subject: 'elsewhere' }, open, by)).toBe(local.id)
  })

  it('never get the account of a name that only looks like theirs', async () => {
    const person = somebody({ subject: 'Ann' })
    const id = await linking.findOrCreate(person, open, by)
    for (const subject of ['ann', 'Ann ', ' Ann', 'Ánn', '']) {
      expect(await linking.findOrCreate({ ...person, subject }, open, by)).not.toBe(id)
    }
  })

  it('never get a deactivated account with their address, nor a second one beside it', async () => {
    const local = await make.user()
    await prove(local)
    await send('PATCH', `system/user/${local.id}`, { as: root, body: { is_active: false } })
    await expect(linking.findOrCreate(somebody({ email: local.email }), open, by)).rejects.toMatchObject({
      status: 401,
    })
  })

  it('never get the account of a user whose address was changed by an administrator', async () => {
    const local = await make.user()
    await prove(local)
    const email = `anew-${local.email}`
    await send('PATCH', `system/user/${local.id}`, { as: root, body: { email } })
    expect(await linking.findOrCreate(somebody({ email }), open, by)).not.toBe(local.id)
  })

  it('get their own account again, even after their address changed', async () => {
    const person = somebody()
    const id = await linking.findOrCreate(person, open, by)
    expect(await linking.findOrCreate({ ...person, email: 'another@example.com', first_name: 'Anna' }, open, by)).toBe(
      id,
    )
    expect(await account(id)).toMatchObject({ name: 'Anna Lee', first_name: 'Anna', oauth_provider: one.name })
  })

  it('get one account from concurrent sign-ins', async () => {
    const person = somebody()
    const ids = await Promise.all([1, 2, 3, 4].map(() => linking.findOrCreate(person, open, by)))
    expect(new Set(ids).size).toBe(1)
  })

  it('get the account with their address if it was proved by mail, which keeps its names', async () => {
    const local = await make.user()
    await prove(local)
    const { name } = await account(local.id)
    const person = somebody({ email: local.email })
    expect(await linking.findOrCreate(person, open, by)).toBe(local.id)
    expect(await linking.findOrCreate(person, open, by)).toBe(local.id)
    expect((await account(local.id)).name).toBe(name)
  })

  it('get a generated address, or the next one if it is taken', async () => {
    const person = somebody({ email: 'bo@example.com' })
    const first = await linking.findOrCreate(person, open, by)
    const second = await linking.findOrCreate({ ...person, subject: 'a second Bo', emailVerified: false }, open, by)
    const third = await linking.findOrCreate({ ...person, subject: 'no/address', email: null }, open, by)
    expect((await account(first)).email).toBe('bo+provider0@example.com')
    expect((await account(second)).email).toBe('bo+provider0.2@example.com')
    expect((await account(third)).email).toBe('no-address+provider0@provider0.invalid')
    const listed = { subject: 'a1b2', email: null, marks: { adldap: 'ldap', ldap_username: 'bo.b' } }
    expect((await account(await linking.findOrCreate({ ...person, ...listed }, open, by))).email).toBe(
      'bo.b+provider0@provider0.invalid',
    )
  })

  it('lose their sessions on logout at the service, and only then', async () => {
    const singleLogOut = createSingleLogOut(
      { store: parts.store, services: { find: () => null } },
      createAccountWriter(parts),
    )
    const person = somebody()
    const id = await linking.findOrCreate(person, open, by)
    const as = { token: await parts.tokens.issue(id, false) }
    const isAlive = async () => (await send('GET', 'user/session', { as })).status === 200
    expect(await singleLogOut.end(other.id, person.subject, by)).toBe(false)
    expect(await singleLogOut.end(one.id, 'somebody else', by)).toBe(false)
    expect(await isAlive()).toBe(true)
    expect(await singleLogOut.end(one.id, person.subject, by)).toBe(true)
    expect(await isAlive()).toBe(false)
    expect(await singleLogOut.addressAfter(id, Object(by))).toBeNull()
  })

  it('get the roles that the service assigns: the role per app always, the default role if there is no other', async () => {
    const role = await make.role()
    const special = await make.role()
    const app = await make.app()
    const rules = linkingRules({ default_role: role.id, app_role_map: [{ app_id: app.id, role_id: special.id }] })
    const person = somebody()
    const id = await linking.findOrCreate(person, rules, by)
    await linking.findOrCreate(person, linkingRules({ default_role: special.id }), by)
    const { user_to_app_to_role_by_user_id: rows } = await account(id)
    expect(rows).toContainEqual(expect.objectContaining({ app_id: app.id, role_id: special.id }))
    const others = (rows as { app_id: number; role_id: number }[]).filter(({ app_id }) => app_id !== app.id)
    expect(new Set(others.map(({ role_id }) => role_id))).toEqual(new Set([role.id]))
  })
})
