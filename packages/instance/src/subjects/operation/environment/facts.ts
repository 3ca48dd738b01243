import type { Authentication, Environment, HomeLink, LoginProvider } from '@millwright/contract/wire/environment'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Store } from '../../../store/store.ts'
import type { TableName } from '../../../store/tables.ts'
import { signInKinds } from '../../identity/sign-in/sign-in-kinds.ts'

/** An active app that can be launched. */
export interface LaunchableApp {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly type: number
  readonly path: string | null
  readonly url: string | null
  readonly storage_container: string | null
  /** Name of the file service that stores the app. */
  readonly service_name: string | null
  readonly requires_fullscreen: number
  readonly allow_fullscreen_toggle: number
  readonly toggle_location: string
  readonly role_id: number | null
  readonly api_key: string
}

/** Stored facts in the environment that are the same for every caller. */
export interface Facts {
  readonly apps: readonly LaunchableApp[]
  readonly rootAdminExists: boolean
  readonly allowOpenRegistration: boolean
  readonly registrationMailService: number | null
  readonly defaultApp: number | null
  readonly signInServices: readonly SignInService[]
  /** `null` if none are configured. */
  readonly homeLinks: readonly HomeLink[] | null
  /** How the instance presents itself in the console, as set by an administrator. */
  readonly instance: NonNullable<Environment['instance']>
  /** Whether an administrator locked the console read-only; null if none decided. */
  readonly consoleLock: boolean | null
  /** Whether the instance was filled with the demonstration. */
  readonly isDemo: boolean
}

/** The stored setting of instances with the demonstration, also of ones that are started without `--demo` later. */
export const demoSetting = 'demo'

const signInTypes = signInKinds.map(({ name }) => name)

const tables: readonly TableName[] = ['app', 'service', 'user', 'custom']

/** Caches the facts until a table that they depend on changes. */
export function createFacts(store: Store): () => Promise<Facts> {
  let known: Facts | null = null
  let changes = 0
  store.changes.subscribe(({ table }) => {
    if (!tables.includes(table)) return
    known = null
    changes += 1
  })

  return async () => {
    if (known !== null) return known
    const before = changes
    const facts = await read(store)
    if (before === changes) known = facts
    return facts
  }
}

async function read({ db }: Store): Promise<Facts> {
  const apps = await db
    .selectFrom('app')
    .leftJoin('service', 'service.id', 'app.storage_service_id')
    .select([
      'app.id',
      'app.name',
      'app.description',
      'app.type',
      'app.path',
      'app.url',
      'app.storage_container',
      'service.name as service_name',
      'app.requires_fullscreen',
      'app.allow_fullscreen_toggle',
      'app.toggle_location',
      'app.role_id',
      'app.api_key',
    ])
    .where('app.is_active', '=', 1)
    .where('app.type', '!=', 0)
    .orderBy('app.id')
    .execute()
  const configs = await db
    .selectFrom('service')
    .select(['name', 'config'])
    .where('name', 'in', ['system', 'user'])
    .execute()
  const config = (name: string) => record(parse(configs.find((service) => service.name === name)?.config))
  const signIn = await db
    .selectFrom('service')
    .select(['name', 'label', 'type', 'config'])
    .where('is_active', '=', 1)
    .where('type', 'in', signInTypes)
    .orderBy('id')
    .execute()
  const root = await db.selectFrom('user').select('id').where('is_root_admin', '=', 1).limit(1).executeTakeFirst()
  const customs = await db
    .selectFrom('custom')
    .select(['name', 'value'])
    .where('name', 'in', ['home_links', 'millwright'])
    .where('user_id', 'is', null)
    .execute()
  const demo = await db.selectFrom('setting').select('name').where('name', '=', demoSetting).executeTakeFirst()
  const custom = (name: string) => parse(customs.find((stored) => stored.name === name)?.value)
  return {
    apps,
    rootAdminExists: root !== undefined,
    allowOpenRegistration: config('user').allow_open_registration === true,
    registrationMailService: id(config('user').open_reg_email_service_id),
    signInServices: signIn.map(({ config: stored, ...row }) => ({
      ...row,
      icon: text(record(parse(stored)).icon_class),
    })),
    defaultApp: id(config('system').default_app_id),
    homeLinks: homeLinks(custom('home_links')),
    instance: publicAppearance(custom('millwright')),
    consoleLock: flag(record(custom('millwright')).readOnly),
    isDemo: demo !== undefined,
  }
}

function homeLinks(value: unknown): HomeLink[] | null {
  return Array.isArray(value) ? value.filter((link): link is HomeLink => typeof record(link).name === 'string') : null
}

/** Maximum length of a name, so that a response sent to every caller stays short. */
const longestName = 100

/** The name and colour from the value that the console stores. Everything else in it is for administrators only. */
export function publicAppearance(value: unknown): Facts['instance'] {
  const { name, colour } = record(value)
  const short = (said: unknown) => typeof said === 'string' && said.length <= longestName
  return { ...(short(name) ? { name: String(name) } : {}), ...(short(colour) ? { colour: String(colour) } : {}) }
}

function parse(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

function id(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
}

/** A service by which people may sign in. */
export interface SignInService {
  readonly name: string
  readonly label: string | null
  readonly type: string
  readonly icon: string | null
}

/** Lists sign-in through external services, for the service types that this instance can run (docs/wire/sign-in.md). */
export function signInMethods(
  services: readonly SignInService[],
  kinds: ServiceKinds,
): Required<Pick<Authentication, 'oauth' | 'adldap' | 'saml'>> {
  const of = (group: string) => services.filter(({ type }) => kinds.of(type)?.group === group && kinds.canRun(type))
  const way = ({ name, label }: SignInService, path: string, verb: LoginProvider['verb']) => ({
    path,
    name,
    label: label || name,
    verb,
  })
  const look = ({ type, icon }: SignInService) => ({ type, icon_class: icon })
  const session = ({ name }: SignInService) => `user/session?service=${encodeURIComponent(name)}`
  return {
    oauth: of('OAuth').map((service) => ({ ...way(service, session(service), ['GET', 'POST']), ...look(service) })),
    adldap: of('LDAP').map((service) => ({
      ...way(service, session(service), 'POST'),
      payload: { username: 'string', password: 'string', service: service.name, remember_me: 'bool' },
    })),
    saml: of('SSO').map((service) => ({ ...way(service, `${service.name}/sso`, 'GET'), ...look(service) })),
  }
}
