import { Client } from 'ldapts'
import { beforeAll, describe, expect, it } from 'vitest'
import { domainBase, hasSambaDomain, openSambaDomain } from '../../../../testing/counterparts/samba-domain.ts'
import { deferred, fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const people = `OU=People,${domainBase}`
const groups = `OU=Groups,${domainBase}`
const password = 'Pass-word-1'
const many = 1_050

const person = (name: string, account: string, more = 'userAccountControl: 512') => `dn: CN=${name},${people}
objectClass: user
cn: ${name}
givenName: ${name.split(' ')[0]}
sn: ${name.split(' ')[1]}
sAMAccountName: ${account}
userPrincipalName: ${account}@corp.example.test
unicodePwd:: ${Buffer.from(`"${password}"`, 'utf16le').toString('base64')}
${more}

`

const group = (name: string, ...members: string[]) => `dn: CN=${name},${groups}
objectClass: group
cn: ${name}
sAMAccountName: ${name}
${members.map((each) => `member: ${each}\n`).join('')}
`

const ann = `CN=Ann Lee,${people}`
const named = (index: number) => `Group ${String(index).padStart(4, '0')}`

const entries = [
  `dn: ${people}\nobjectClass: organizationalUnit\n\ndn: ${groups}\nobjectClass: organizationalUnit\n\n`,
  person('Ann Lee', 'annl'),
  person('Bob Renamed', 'bobr'),
  person('Dora Disabled', 'disabled', 'userAccountControl: 514'),
  person('Ed Expired', 'expired', 'userAccountControl: 512\naccountExpires: 116444736010000000'),
  person('Cy Changing', 'changing', 'userAccountControl: 512\npwdLastSet: 0'),
  group('Inner', ann),
  group('Middle', `CN=Inner,${groups}`),
  group('Outer', `CN=Middle,${groups}`),
  ...Array.from({ length: many }, (_, index) => group(named(many - 1 - index), `CN=Bob Renamed,${people}`)),
].join('')

describe('people of a domain of Samba', () => {
  if (!hasSambaDomain) return it.skipIf(!hasSambaDomain)('where it is installed', () => {})

  const { send, root, make } = sharedInstance()
  const domain = fixture(
    () => openSambaDomain(entries),
    ({ close }) => close(),
  )
  const usual = deferred(() => ({
    host: `ldaps://${domain.host}`,
    ca_certificate: domain.certificate,
    base_dn: domainBase,
  }))

  let services = 0
  async function add(config: object = {}): Promise<string> {
    services += 1
    const record = { name: `dir${services}`, label: 'Domain', type: 'adldap', is_active: true }
    const body = { resource: [{ ...record, config: { ...usual, ...config } }] }
    const { status, body: answer } = await send('POST', 'system/service', { as: root, body })
    expect(status, JSON.stringify(answer)).toBe(201)
    return record.name
  }
  const logIn = (service: string, username: string, typed = password) =>
    send<Record<string, unknown>>('POST', 'user/session', { body: { service, username, password: typed } })
  let direct: string
  let searched: string
  beforeAll(async () => {
    direct = await add()
    searched = await add(domain.administrator)
  })

  it.each([
    ['disabled', 'disabled'],
    ['expired', 'has expired'],
    ['changing', 'must be changed'],
  ])('whose account is %s see the reason, if their password is correct', async (account, sentence) => {
    for (const service of [direct, searched]) {
      const wrong = { status: 401, body: { error: { message: 'Invalid credentials supplied.' } } }
      expect(await logIn(service, account, 'Wrong-1-word')).toMatchObject(wrong)
      const message = expect.stringContaining(sentence)
      expect(await logIn(service, account)).toMatchObject({ status: 401, body: { error: { message } } })
    }
  })

  it('cannot sign in without encryption if the domain requires it, with an explanation', async () => {
    const message = expect.stringContaining('only encrypted connections')
    for (const settings of [{}, domain.administrator]) {
      const service = await add({ ...settings, host: domain.host })
      expect(await logIn(service, 'annl')).toMatchObject({ status: 503, body: { error: { message } } })
    }
    expect((await logIn(await add({ host: domain.host, encryption: 'starttls' }), 'annl')).status).toBe(200)
  })

  it.each(['annl', 'annl@corp.example.test', 'CORP\\annl', 'ANNL'])(
    'are found as %s, with and without a search account',
    async (name) => {
      for (const service of [direct, searched]) {
        const { status, body } = await logIn(service, name)
        expect(status, JSON.stringify(body)).toBe(200)
        expect(body).toMatchObject({ first_name: 'Ann', last_name: 'Lee', groupMembership: [`CN=Inner,${groups}`] })
      }
    },
  )

  it('get the role of a parent group, if nested groups count', async () => {
    const role = await make.role()
    const link = { role_adldap_by_role_id: { dn: `CN=Outer,${groups}` } }
    await send('PATCH', `system/role/${role.id}`, { as: root, body: link })
    await make.app()
    const rolesOf = async (settings: object) => {
      const { body } = await logIn(await add({ ...settings, map_group_to_role: true }), 'annl')
      const path = `system/user/${body.id}?related=user_to_app_to_role_by_user_id`
      const account = await send<{ user_to_app_to_role_by_user_id: { role_id: number }[] }>('GET', path, { as: root })
      return new Set(account.body.user_to_app_to_role_by_user_id.map(({ role_id }) => role_id))
    }
    expect(await rolesOf({})).toEqual(new Set())
    expect(await rolesOf({ map_group_hierarchy: true })).toEqual(new Set([role.id]))
  })

  it('keep their account when they are renamed or moved', async () => {
    const before = await logIn(searched, 'bobr')
    expect(before.status, JSON.stringify(before.body)).toBe(200)
    const client = new Client({
      url: `ldaps://${domain.host}`,
      tlsOptions: { ca: domain.certificate, host: domain.host },
    })
    await client.bind(domain.administrator.username, domain.administrator.password)
    const { Attribute, Change } = await import('ldapts')
    const from = `CN=Bob Renamed,${people}`
    const change = (type: string, value: string) =>
      new Change({ operation: 'replace', modification: new Attribute({ type, values: [value] }) })
    const renamed = [change('sAMAccountName', 'robert'), change('userPrincipalName', 'robert@corp.example.test')]
    await client.modify(from, [...renamed, change('sn', 'Other')])
    await client.modifyDN(from, `CN=Robert Other,CN=Users,${domainBase}`)
    await client.unbind()
    expect((await logIn(searched, 'bobr')).status).toBe(401)
    const after = await logIn(searched, 'robert')
    expect(after).toMatchObject({ status: 200, body: { id: before.body.id, last_name: 'Other' } })
    expect(after.body.groupMembership).toHaveLength(many)
  })

  it('can be in more groups than one response contains, of which the first by name are listed', async () => {
    const list = async (query: string) => {
      const { body } = await send<{ resource: { name: string }[] }>('GET', `${searched}/group${query}`, { as: root })
      return body.resource.map(({ name }) => name)
    }
    const all = await list('')
    expect(all).toHaveLength(1_000)
    expect(all).toContain(named(0))
    expect(all).toContain('Administrators')
    expect(all).not.toContain(named(many - 1))
    expect(await list(`?filter=${encodeURIComponent(named(many - 1))}`)).toEqual([named(many - 1)])
  })
})
