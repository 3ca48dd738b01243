import { isRecord } from '@millwright/contract/wire/is-record'
import type { TableName } from '../../store/tables.ts'
import type { Send, SendOptions } from '../send.ts'
import { type Attacker, sendOf } from './attackers.ts'
import { stolen } from './attacks.ts'
import { collections, recordsIn } from './full-admin-day.ts'
import { ownAddresses } from './hostile-values.ts'
import type { Operation } from './operations.ts'
import type { Step } from './steps.ts'
import type { World } from './world.ts'

/** The operations of a caller: those that are refused, as harmless requests, and the others. */
export interface Permissions {
  readonly refused: readonly Step[]
  readonly allowed: readonly Operation[]
}

const missing = 999_999

/** A request that changes nothing: deletions name no record, and bodies are empty. */
function harmless({ verb, path }: Operation): Step {
  const id = String(verb === 'DELETE' ? missing : 1)
  const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'table_name' ? 'item' : id))
  return { verb, path: at, ...(verb === 'GET' || verb === 'DELETE' ? {} : { body: {} }) }
}

/** What is not part of the documents of built-in services. */
const kept: readonly Step[] = [
  { verb: 'GET', path: 'vault/_table/item' },
  { verb: 'POST', path: 'vault/_table/item', body: {} },
  { verb: 'GET', path: 'archive/secret/plan.txt' },
  { verb: 'PUT', path: 'archive/secret/plan.txt', body: 'x' },
  { verb: 'GET', path: '/archive/secret/plan.txt' },
  { verb: 'GET', path: 'counter' },
  { verb: 'GET', path: 'remote/x' },
]

const isRefused = (status: number) => status === 401 || status === 403

export async function permissionsOf(
  world: World,
  attacker: Attacker,
  operations: readonly Operation[],
): Promise<Permissions> {
  const send = sendOf(world, attacker)
  const isRefusedFor = async (by: Send, { verb, path, body }: Step) =>
    isRefused((await by(verb, path, { body })).status)
  const refused: Step[] = []
  const allowed: Operation[] = []
  const note = async (step: Step): Promise<boolean> => {
    if (!(await isRefusedFor(send, step))) return true
    // What nobody needs rights for is no gain.
    if (await isRefusedFor(world.instance.send, step)) refused.push(step)
    return false
  }
  for (const operation of operations) if (await note(harmless(operation))) allowed.push(operation)
  for (const step of kept) await note(step)
  return { refused, allowed }
}

/** Columns that change when people sign in and records are saved. */
const volatile = /date|last_|_by_id|revision|code|^author|generation/

/** Tables with the resources of `system` by which their rows are written. */
const written: readonly (readonly [TableName, readonly string[]])[] = [
  ['role', ['role']],
  ['role_service_access', ['role']],
  ['user_to_app_to_role', ['user', 'app', 'role']],
  ['app', ['app']],
  ['service', ['service']],
  ['event_script', ['event_script']],
  ['lookup', ['lookup', 'user', 'app', 'role']],
  ['email_template', ['email_template']],
  ['cors', ['cors']],
  ['scheduler_task', ['scheduler']],
  ['webhook', ['webhook']],
]

const mayWrite = (allowed: readonly Operation[], resources: readonly string[]) =>
  allowed.some(
    ({ verb, path }) =>
      verb !== 'GET' &&
      ['package', 'config', ...resources].some((name) => path === `system/${name}` || path === `system/${name}/{id}`),
  )

/** The rows that the attacker may not write. A script's name has that of a service, which follows when the service is renamed, and stays when it is deleted. */
export async function keptRows(
  { instance: { parts }, services: atFirst }: World,
  { allowed }: Permissions,
): Promise<string[]> {
  const services = await parts.store.db.selectFrom('service').select(['id', 'name']).execute()
  const comparableIn = (table: TableName) => (each: readonly [string, unknown]) =>
    table === 'event_script' && each[0] === 'name'
      ? ['name', scriptOf(String(each[1]), services, atFirst)]
      : comparable(each)
  const tables = written.filter(([, resources]) => !mayWrite(allowed, resources))
  const rows = await Promise.all(
    tables.map(async ([table]) =>
      (await parts.store.db.selectFrom(table).selectAll().execute()).map((row) =>
        JSON.stringify([
          table,
          Object.entries(row)
            .filter(([name]) => !volatile.test(name))
            .map(comparableIn(table)),
        ]),
      ),
    ),
  )
  return rows.flat()
}

function scriptOf(
  name: string,
  services: readonly { readonly id: number; readonly name: string }[],
  first: World['services'],
): string {
  const [service = '', ...rest] = name.split('.')
  return [services.find((each) => each.name === service)?.id ?? first[service] ?? service, ...rest].join('.')
}

/**
 * The rows that are not as they were. Apps lose a role that is deleted, which those who write roles may do, and roles lose their rules for a
 * service that is deleted, which those who write services may do.
 */
export async function changedRows(
  { instance: { parts } }: World,
  { allowed }: Permissions,
  before: readonly string[],
  after: ReadonlySet<string>,
): Promise<readonly string[]> {
  const writesRoles = mayWrite(allowed, ['role'])
  const writesServices = mayWrite(allowed, ['service'])
  const services = await parts.store.db.selectFrom('service').select('id').execute()
  const withoutRole = (row: string) => row.replace(/^(\["app",.*\["role_id",)\d+\]/, '$1null]')
  const hasService = (row: string) => {
    const [, id] = /^\["role_service_access",.*?\["service_id",(\d+)\]/.exec(row) ?? []
    return id === undefined || services.some((service) => service.id === Number(id))
  }
  return before.filter((row) => {
    if (after.has(row) || (writesRoles && after.has(withoutRole(row)))) return false
    return !writesServices || hasService(row)
  })
}

/** Settings are saved with their defaults, and secrets are encrypted anew. */
function comparable([name, value]: readonly [string, unknown]): readonly unknown[] {
  if (name !== 'config' || typeof value !== 'string') return [name, value]
  const settings: unknown = JSON.parse(value)
  const isPlain = (each: unknown) => typeof each === 'string' && !each.startsWith('v1.')
  return isRecord(settings) ? [name, ...Object.entries(settings).filter(([, each]) => isPlain(each))] : [name]
}

/** Everybody but the attacker, by id. */
export async function accounts({ instance: { parts } }: World, { id }: Attacker): Promise<ReadonlyMap<number, string>> {
  const rows = await parts.store.db
    .selectFrom('user')
    .select(['id', 'email', 'password', 'is_sys_admin', 'is_root_admin'])
    .execute()
  return new Map(rows.filter((row) => row.id !== id).map((row) => [row.id, JSON.stringify(row)]))
}

const isAdmin = (account: string) => account.includes('"is_sys_admin":1')

/** What is not as it was; users may be deleted by those who may write users. */
export function changedAccounts(
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
  { allowed }: Permissions,
): readonly string[] {
  const changed = [...before].filter(([id, account]) => {
    const now = after.get(id)
    return now === undefined ? isAdmin(account) || !mayWrite(allowed, ['user']) : now !== account
  })
  const made = [...after].filter(([id, account]) => !before.has(id) && isAdmin(account))
  return [...changed, ...made].map(([, account]) => account)
}

/** A way in: the attacker's own, or one with what the attacker has got. */
interface Entrance {
  readonly name: string
  readonly send: Send
}

interface Seen {
  readonly entrances: readonly Entrance[]
  readonly text: string
}

/** Everything that the attacker can read now, also with the keys and accounts that he has got. `got`: responses to his requests. */
export async function seenBy(
  world: World,
  attacker: Attacker,
  { allowed }: Permissions,
  got: readonly unknown[],
): Promise<Seen> {
  const { send } = world.instance
  const { credentials } = attacker
  const own = sendOf(world, attacker)
  const carrying =
    (by: SendOptions): Send =>
    (verb, path, options) =>
      send(verb, path, { ...by, ...options })
  const texts = got.map((body) => JSON.stringify(body))
  const look = async (path: string, by = own) => {
    const { body } = await by('GET', path)
    texts.push(JSON.stringify(body))
    return body
  }
  const found: Entrance[] = [
    { name: 'the attacker', send: own },
    { name: 'nobody', send },
  ]
  for (const email of ownAddresses)
    for (const path of ['user/session', 'system/admin/session']) {
      const { body } = await send('POST', path, { body: { email, password: stolen } })
      if (isRecord(body) && typeof body.session_token === 'string')
        found.push({ name: email, send: carrying({ ...credentials, as: { token: body.session_token } }) })
    }
  for (const { path } of allowed.filter(({ verb }) => verb === 'GET')) if (!path.includes('{')) await look(path)
  for (const [name, key] of Object.entries(collections)) {
    const list = await look(`system/${name}?related=*&fields=*`)
    for (const record of recordsIn(list).slice(0, 30)) {
      await look(`system/${name}/${encodeURIComponent(String(record[key]))}?related=*&fields=*`)
      if (name === 'app' && /^[\w-]{20,}$/.test(String(record.api_key)))
        found.push({ name: `app ${String(record.name)}`, send: carrying({ key: String(record.api_key) }) })
      if (name === 'service')
        for (const path of ['', '/_table', '/_schema', '/_table/item', '/?full_tree=true', '/secret/plan.txt'])
          await look(`${String(record.name)}${path}`)
      if (name === 'event_script')
        for (const part of ['run', 'event']) await look(`system/event_script/${String(record.name)}/${part}`)
    }
  }
  for (const service of ['archive', 'files', 'postbox', 'evil1', 'evil2', 'evil3'])
    for (const path of ['secret/plan.txt', 'archive/secret/plan.txt', 'plan.txt']) {
      await look(`/${service}/${path}`, send)
      await look(`${service}/${path}`)
    }
  const tree = await look('files/?as_list=true&full_tree=true')
  if (isRecord(tree) && Array.isArray(tree.resource))
    for (const file of tree.resource.slice(0, 40)) await look(`files/${String(file)}`)
  return { entrances: found, text: texts.join('\n') }
}

/** What was refused before and is not any more, by any way in. */
export async function reached({ refused }: Permissions, entrances: readonly Entrance[]): Promise<string[]> {
  const found: string[] = []
  for (const { name, send } of entrances)
    for (const { verb, path, body } of refused) {
      const { status } = await send(verb, path, { body })
      // A limit or a removed service refuse as well.
      if (status < 400) found.push(`${verb} ${path} answered ${status} for ${name}`)
    }
  return found
}

/** Mails with codes that go to others, or contain what an attacker wrote. */
export async function leadAway({ instance: { parts, root }, full, user }: World, url: string): Promise<string[]> {
  const mails = await Promise.all((await parts.outbox.ids()).map((id) => parts.outbox.get(id)))
  const known = [root.email, full.email, user.email]
  return mails.flatMap((mail) => {
    if (mail === null) return []
    const text = JSON.stringify(mail)
    const toKnown = known.filter((email) => mail.to.includes(email))
    const hasCode = /[?&]c(?:ode)?=[0-9A-Z]{32}/.test(text)
    if (!hasCode || toKnown.length === 0) return []
    return text.includes(url) || text.includes('evil') ? [text] : []
  })
}

/** The codes in mails to people who existed before. */
export async function mailedCodes({ instance: { parts, root }, full, user }: World): Promise<string[]> {
  const mails = await Promise.all((await parts.outbox.ids()).map((id) => parts.outbox.get(id)))
  const known = [root.email, full.email, user.email]
  return mails.flatMap((mail) =>
    mail !== null && known.some((email) => mail.to.includes(email))
      ? [...(mail.body_text ?? '').matchAll(/=([0-9A-Z]{32})/g)].map(([, code = '']) => code)
      : [],
  )
}
