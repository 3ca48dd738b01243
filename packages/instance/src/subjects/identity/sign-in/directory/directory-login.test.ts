import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relayTo } from '../../../../platform/connections/relay.ts'
import { hasDirectory, openTestDirectory, testBase } from '../../../../testing/counterparts/slapd.ts'
import { deferred, fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const entries = `
dn: ou=people,${testBase}
objectClass: organizationalUnit
ou: people

dn: uid=ann,ou=people,${testBase}
objectClass: inetOrgPerson
uid: ann
cn: Ann Lee
givenName: Ann
sn: Lee
mail: Ann.Lee@example.test
userPassword: pass word

dn: uid=o\\2c b,ou=people,${testBase}
objectClass: inetOrgPerson
uid: o, b
cn: Olaf B
sn: B
userPassword: olafs

dn: cn=twin,ou=people,${testBase}
objectClass: inetOrgPerson
cn: twin
sn: T
uid: twin
userPassword: same

dn: cn=twin2,ou=people,${testBase}
objectClass: inetOrgPerson
cn: twin2
sn: T
uid: twin
userPassword: same

dn: cn=twin3,ou=people,${testBase}
objectClass: inetOrgPerson
cn: twin3
sn: T
uid: twin
userPassword: same

dn: ou=elsewhere,${testBase}
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:1/ou=elsewhere,${testBase}

dn: cn=Readers,${testBase}
objectClass: groupOfNames
cn: Readers
description: Who may read
member: uid=ann,ou=people,${testBase}

dn: cn=Staff,${testBase}
objectClass: groupOfNames
cn: Staff
member: cn=Readers,${testBase}
member: cn=Everybody,${testBase}

dn: cn=Everybody,${testBase}
objectClass: groupOfNames
cn: Everybody
member: cn=Staff,${testBase}
`

describe('people of a directory', () => {
  if (!hasDirectory) return it.skipIf(!hasDirectory)('where slapd is installed', () => {})

  const { send, root, make, parts } = sharedInstance({
    config: { loginFailures: { account: { count: 3, seconds: 300 }, address: { count: 1_000, seconds: 300 } } },
  })
  const directory = fixture(() => openTestDirectory(entries))
  afterAll(() => directory.close())
  const plain = deferred(() => ({ host: `127.0.0.1:${directory.port}`, base_dn: testBase, ...directory.searcher }))

  let services = 0
  async function add(config: object): Promise<string> {
    services += 1
    const body = { resource: [{ name: `dir${services}`, label: 'Directory', type: 'ldap', is_active: true, config }] }
    const { status, body: answer } = await send('POST', 'system/service', { as: root, body })
    expect(status, JSON.stringify(answer)).toBe(201)
    return `dir${services}`
  }
  const logIn = (service: string, username: string, password: string) =>
    send<Record<string, unknown>>('POST', 'user/session', { body: { service, username, password } })
  const account = async (id: unknown) =>
    (
      await send<Record<string, unknown>>('GET', `system/user/${id}?related=user_to_app_to_role_by_user_id`, {
        as: root,
      })
    ).body
  let searched: string
  beforeAll(async () => {
    searched = await add(plain)
  })

  const wrong = { status: 401, body: { error: { message: 'Invalid credentials supplied.' } } }

  it.each([
    ['with a wrong password', 'ann', 'wrong'],
    ['whom nobody knows', 'nobody', 'pass word'],
    ['who share their name', 'twin', 'same'],
    ['who write a wildcard', '*', 'pass word'],
    ['who write a filter', 'ann)(uid=*', 'pass word'],
    ['who write the end of a filter', 'ann))(|(uid=ann', 'pass word'],
    ['who write a distinguished name', `uid=ann,ou=people,${testBase}`, 'pass word'],
    ['who write no password but spaces', 'ann', '   '],
    ['with a name for a way to sign in', 'EXTERNAL', 'x'],
    ['with a name that is far too long', 'a'.repeat(5_000), 'x'],
  ])('%s are rejected in the same way', async (_, username, password) => {
    expect(await logIn(searched, username, password)).toMatchObject(wrong)
  })

  it('without a password are rejected without contacting the directory', async () => {
    expect((await logIn(searched, 'ann', '')).status).toBe(400)
  })

  it('cannot sign in to another entry with a name crafted for the template', async () => {
    const service = await add({ ...plain, username: '', user_dn: `uid=%s,ou=people,${testBase}` })
    for (const name of [`ann,ou=people,${testBase}`, 'x+uid=ann', '*']) {
      expect(await logIn(service, name, 'pass word')).toMatchObject(wrong)
    }
    expect((await logIn(service, 'o, b', 'olafs')).status).toBe(200)
    expect((await logIn(service, 'ann', 'pass word')).body).toMatchObject({ first_name: 'Ann' })
  })

  it('are locked out after too many wrong passwords', async () => {
    const service = await add(plain)
    for (let tries = 0; tries < 3; tries += 1) expect((await logIn(service, 'ann', 'wrong')).status).toBe(401)
    expect(await logIn(service, 'ann', 'pass word')).toMatchObject({ status: 429 })
  })

  it('get their own account, with their groups in the session', async () => {
    const { status, body } = await logIn(searched, 'ann', 'pass word')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email: `ann.lee+${searched}@example.test`,
      name: 'Ann Lee',
      is_sys_admin: false,
      groupMembership: [`cn=Readers,${testBase}`],
    })
    expect(await account(body.id)).toMatchObject({ adldap: 'ldap', ldap_username: 'ann', last_name: 'Lee' })
    const again = await logIn(searched, 'ANN', 'pass word')
    expect(again.body.id).toBe(body.id)
    const profile = await send('GET', 'user/profile', { as: { token: String(body.session_token) } })
    expect(profile.body).toMatchObject({ adldap: 'ldap' })
  })

  it('cannot sign in to that account without the directory', async () => {
    const { body } = await logIn(searched, 'ann', 'pass word')
    const { status } = await send('POST', 'user/session', { body: { email: body.email, password: 'pass word' } })
    expect(status).toBe(401)
    const reset = await send('POST', 'user/password?reset=true', { body: { email: body.email } })
    expect(reset).toMatchObject({ status: 200, body: { success: true } })
    const codes = await parts.store.db
      .selectFrom('user')
      .select('confirm_code')
      .where('id', '=', Number(body.id))
      .execute()
    expect(codes).toEqual([{ confirm_code: null }])
    const token = { token: String(body.session_token) }
    const asked = { security_question: 'Pet?', security_answer: 'Rex' }
    await send('PUT', 'user/profile', { body: asked, as: token })
    const answered = { email: body.email, security_answer: 'Rex', new_password: 'of my own' }
    expect((await send('POST', 'user/password', { body: answered })).status).toBe(400)
  })

  it('can no longer sign in once their account or the service is deactivated', async () => {
    const service = await add(plain)
    const { body } = await logIn(service, 'ann', 'pass word')
    await send('PATCH', `system/user/${body.id}`, { as: root, body: { is_active: false } })
    expect((await logIn(service, 'ann', 'pass word')).status).toBe(401)
    const { body: found } = await send<{ resource: { id: number }[] }>(
      'GET',
      `system/service?filter=name='${service}'`,
      {
        as: root,
      },
    )
    await send('PATCH', `system/service/${found.resource[0]?.id}`, { as: root, body: { is_active: false } })
    expect((await logIn(service, 'ann', 'pass word')).status).toBe(400)
  })

  it('get the role of their group, through nested groups only if these count', async () => {
    const byGroup = await make.role()
    const byDefault = await make.role()
    await make.app()
    const link = { role_adldap_by_role_id: { dn: `CN=staff, ${testBase.toUpperCase()}` } }
    expect((await send('PATCH', `system/role/${byGroup.id}`, { as: root, body: link })).status).toBe(200)
    const mapping = { ...plain, default_role: byDefault.id, map_group_to_role: true }
    const rolesOf = async (service: string) => {
      const { body } = await logIn(service, 'ann', 'pass word')
      const { user_to_app_to_role_by_user_id: rows } = await account(body.id)
      return new Set((rows as { role_id: number }[]).map(({ role_id }) => role_id))
    }
    expect(await rolesOf(await add(mapping))).toEqual(new Set([byDefault.id]))
    const nested = await add({ ...mapping, map_group_hierarchy: true })
    expect(await rolesOf(nested)).toEqual(new Set([byGroup.id]))
    const unlinked = { role_adldap_by_role_id: { dn: `cn=others,${testBase}` } }
    await send('PATCH', `system/role/${byGroup.id}`, { as: root, body: unlinked })
    expect(await rolesOf(nested)).toEqual(new Set([byDefault.id]))
    await send('PATCH', `system/role/${byGroup.id}`, { as: root, body: link })
    expect(await rolesOf(nested)).toEqual(new Set([byGroup.id]))
  })

  it('are looked up over an encrypted connection only if its certificate is trusted', async () => {
    const untrusted = {
      status: 503,
      body: { error: { message: expect.stringContaining('no trusted TLS connection') } },
    }
    const ways = [
      { ...plain, host: `ldaps://127.0.0.1:${directory.securePort}` },
      { ...plain, host: `127.0.0.1:${directory.securePort}`, encryption: 'ldaps' },
      { ...plain, encryption: 'starttls' },
    ]
    for (const way of ways) {
      expect(await logIn(await add(way), 'ann', 'pass word')).toMatchObject(untrusted)
      expect(
        (await logIn(await add({ ...way, ca_certificate: directory.certificate }), 'ann', 'pass word')).status,
      ).toBe(200)
    }
  })

  it('are looked up at the next server if the first is unavailable', async () => {
    const gone = await relayTo('127.0.0.1', 1)
    await gone.close()
    const service = await add({ ...plain, host: `127.0.0.1:${gone.port}, 127.0.0.1:${directory.port}` })
    expect((await logIn(service, 'ann', 'pass word')).status).toBe(200)
    const unavailable = await add({ ...plain, host: `127.0.0.1:${gone.port}` })
    const message = expect.stringContaining('connection refused')
    expect(await logIn(unavailable, 'ann', 'pass word')).toMatchObject({ status: 503, body: { error: { message } } })
  })

  it('cannot sign in if the directory rejects the search account', async () => {
    const service = await add({ ...plain, password: 'wrong' })
    const refused = { status: 503, body: { error: { message: expect.stringContaining('of the service') } } }
    expect(await logIn(service, 'ann', 'pass word')).toMatchObject(refused)
    expect(await send('GET', `${service}?check=true`, { as: root })).toMatchObject(refused)
    expect(await send('GET', `${searched}?check=true`, { as: root })).toMatchObject({ body: { success: true } })
  })

  it('cannot sign in if the search base does not exist', async () => {
    const service = await add({ ...plain, base_dn: 'dc=nowhere' })
    const message = expect.stringContaining('it refuses the search.')
    expect(await logIn(service, 'ann', 'pass word')).toMatchObject({ status: 503, body: { error: { message } } })
  })

  it('are not searched for in other directories through referrals', async () => {
    const service = await add({ ...plain, base_dn: `ou=elsewhere,${testBase}` })
    const message = expect.stringContaining('refers the search to another directory')
    expect(await logIn(service, 'ann', 'pass word')).toMatchObject({ status: 503, body: { error: { message } } })
  })

  it('are in groups that administrators can list', async () => {
    const names = async (path: string) => {
      const { body } = await send<{ resource: { name: string }[] }>('GET', `${searched}/${path}`, { as: root })
      return body.resource.map(({ name }) => name)
    }
    expect(await names('group')).toEqual(['Everybody', 'Readers', 'Staff'])
    expect(await names('group?filter=read')).toEqual(['Readers'])
    expect(await names('group?filter=*)(cn=*')).toEqual([])
    expect((await send('GET', `${searched}/group`)).status).toBe(400)
  })

  it('cannot sign in through a directory with invalid settings', async () => {
    const wrongs = [{ host: 'ldap:///x' }, { host: 'a b:99999' }, { user_dn: 'uid=x' }, { user_filter: '(uid=%s' }]
    for (const each of wrongs) {
      const body = { resource: [{ name: 'bad', type: 'ldap', config: { ...plain, ...each } }] }
      expect((await send('POST', 'system/service', { as: root, body })).status).toBe(400)
    }
  })
})
