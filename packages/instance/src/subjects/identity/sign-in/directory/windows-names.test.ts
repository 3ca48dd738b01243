import { beforeAll, describe, expect, it } from 'vitest'
import { hasDirectory, openTestDirectory, testBase } from '../../../../testing/counterparts/slapd.ts'
import { deferred, fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const entries = `
dn: uid=ann,${testBase}
objectClass: inetOrgPerson
objectClass: windowsPerson
uid: ann
cn: Ann Lee
sn: Lee
mail: Ann.Lee@example.test
sAMAccountName: annl
userPrincipalName: annl@example.test
objectGUID:: AAECAwQFBgcICQoLDA0ODw==
userPassword: pass word

dn: cn=Readers,${testBase}
objectClass: groupOfNames
cn: Readers
member: uid=ann,${testBase}
`

describe('people of a directory with the attributes of Active Directory', () => {
  if (!hasDirectory) return it.skipIf(!hasDirectory)('where slapd is installed', () => {})

  const { send, root } = sharedInstance()
  const directory = fixture(
    () => openTestDirectory(entries),
    ({ close }) => close(),
  )
  const config = deferred(() => ({
    host: `127.0.0.1:${directory.port}`,
    base_dn: testBase,
    ...directory.searcher,
    account_suffix: '@example.test',
  }))
  beforeAll(async () => {
    const record = { name: 'corp', label: 'Directory', type: 'adldap', is_active: true, config }
    const made = await send('POST', 'system/service', { as: root, body: { resource: [record] } })
    expect(made.status).toBe(201)
  })
  const logIn = (username: string, password: string) =>
    send<Record<string, unknown>>('POST', 'user/session', { body: { service: 'corp', username, password } })

  it.each([
    ['annl', 'wrong'],
    ['annl', '   '],
    ['nobody', 'pass word'],
    ['*', 'pass word'],
    ['EXAMPLE\\*', 'pass word'],
    ['annl)(uid=*', 'pass word'],
    [`uid=ann,${testBase}`, 'pass word'],
  ])('are rejected as %s with the password "%s"', async (name, password) => {
    const message = 'Invalid credentials supplied.'
    expect(await logIn(name, password)).toMatchObject({ status: 401, body: { error: { message } } })
  })

  it('are found by their Windows name, with or without domain and suffix', async () => {
    const ids = new Set<unknown>()
    for (const name of ['annl', 'annl@example.test', 'EXAMPLE\\annl']) {
      const { status, body } = await logIn(name, 'pass word')
      expect(status, name).toBe(200)
      expect(body).toMatchObject({ groupMembership: [`cn=Readers,${testBase}`] })
      ids.add(body.id)
    }
    expect(ids.size).toBe(1)
    const { body } = await send('GET', `system/user/${[...ids][0]}`, { as: root })
    expect(body).toMatchObject({ adldap: 'adldap', ldap_username: 'annl' })
  })
})
