import { describe, expect, it } from 'vitest'
import { bindRefusal } from './check-password.ts'
import { directName, dnValue, filterValue, personFilter, readDirectorySettings } from './directory-settings.ts'
import { comparable } from './person-entry.ts'

const settings = (config: object, type = 'adldap') =>
  readDirectorySettings(
    {
      id: 1,
      name: 'corp',
      label: null,
      description: null,
      isActive: true,
      type,
      author: { userId: null, appId: null },
      modified: '',
    },
    { host: 'dc1.example.com', base_dn: 'OU=People,DC=corp,DC=example,DC=com', ...config },
  )

describe('names of a directory', () => {
  it.each([
    ['a,b', 'a\\2cb'],
    [' a ', '\\20a\\20'],
    ['#a', '\\23a'],
    ['a\\"b', 'a\\5c\\22b'],
    ['a+ou=x', 'a\\2bou\\3dx'],
    ['a\nb', 'a\\0ab'],
    ['Zoë', 'Zoë'],
  ])('stay a single value: %j', (text, value) => {
    expect(dnValue(text)).toBe(value)
  })

  it('are only compared in a filter', () => {
    expect(filterValue('*)(uid=\\*\0')).toBe('\\2a\\29\\28uid=\\5c\\2a\\00')
    const own = settings({ user_filter: '(&(a=%s)(b=%s))' })
    expect(personFilter('$&)(', own)).toBe('(&(a=$&\\29\\28)(b=$&\\29\\28))')
  })

  it('of Windows have a domain: explicit, from the suffix, or from the base DN', () => {
    expect(directName('ann', settings({ account_suffix: '@example.com' }))).toBe('ann@example.com')
    expect(directName('ann@EXAMPLE.com', settings({ account_suffix: '@example.com' }))).toBe('ann@EXAMPLE.com')
    expect(directName('ann', settings({}))).toBe('ann@corp.example.com')
    expect(directName('CORP\\ann', settings({}))).toBe('CORP\\ann')
    expect(personFilter('CORP\\ann', settings({ account_suffix: '@example.com' }))).toBe(
      '(|(sAMAccountName=ann)(userPrincipalName=ann@example.com))',
    )
  })

  it('are searched for before signing in if there is a search account', () => {
    expect(directName('ann', settings({ username: 'reader', password: 'x' }))).toBeNull()
    expect(directName('ann', settings({}, 'ldap'))).toBeNull()
    expect(settings({ username: 'reader', password: '' }).searcher).toBeNull()
  })

  it('are equal regardless of case and of spaces between their parts', () => {
    expect(comparable('CN=Sales Team, OU=Groups,DC=x')).toBe(comparable('cn=sales team,ou=groups,dc=x'))
    expect(comparable('cn=a\\, b')).not.toBe(comparable('cn=a,b'))
  })
})

describe('servers', () => {
  it('have their own ports, and are encrypted from the first byte if configured', () => {
    const { servers } = settings({
      host: 'dc1.example.com, ldaps://dc2.example.com  [::1]:3268',
      encryption: 'starttls',
    })
    expect(servers).toEqual([
      { host: 'dc1.example.com', port: 389, secure: false },
      { host: 'dc2.example.com', port: 636, secure: true },
      { host: '::1', port: 3268, secure: false },
    ])
    expect(settings({ encryption: 'ldaps' }).servers).toEqual([{ host: 'dc1.example.com', port: 636, secure: true }])
  })
})

describe('what Active Directory says of a password', () => {
  const said = (code: string) =>
    bindRefusal(
      new Error(`80090308: LdapErr: DSID-0C090446, comment: AcceptSecurityContext error, data ${code}, v2580`),
    )

  it.each([
    ['533', /disabled/],
    ['532', /expired/],
    ['701', /expired/],
    ['773', /changed/],
  ])('%s is reported, as only the owner gets that far', (code, sentence) => {
    expect(said(code)).toMatchObject({ status: 401, message: expect.stringMatching(sentence) })
  })

  it.each(['525', '52e', '775', 'constructor'])('%s is reported like any wrong password', (code) => {
    expect(said(code)).toMatchObject({ status: 401, message: 'Invalid credentials supplied.' })
  })
})
