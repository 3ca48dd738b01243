import { arch, hostname, machine, type as osType, version as osVersion, release } from 'node:os'
import { resolve } from 'node:path'
import { appType } from '@millwright/contract/records/app'
import type { Authentication, Environment, EnvironmentApp, Platform } from '@millwright/contract/wire/environment'
import type { Parts } from '../../../gateway/parts.ts'
import type { ScriptRunner } from '../../../gateway/ports/script-runner.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { version } from '../../../platform/version.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Store } from '../../../store/store.ts'
import { maxRows } from '../../ground/system/resource-reads.ts'
import { type Facts, type LaunchableApp, signInMethods } from './facts.ts'

/** Features of this instance beyond the common API (docs/wire/environment.md). Clients offer a feature only if it is listed. */
export const features = [
  'access-by-tabs',
  'access-requests',
  'access-usage-pages',
  'active-sessions',
  'api-builder',
  'api-docs-3.1',
  'access-tokens',
  'api-docs-yaml',
  'audit',
  'authors',
  'config-folders',
  'connected-clients',
  'data-history',
  'data-views',
  'dependents',
  'lookup-uses',
  'directory-check',
  'directory-groups',
  'email-preview',
  'etag',
  'explain-access',
  'explain-draft',
  'export-all',
  'filter-people',
  'filter-quotes',
  'filter-usage',
  'key-ends',
  'key-use',
  'mail-check',
  'mcp',
  'mcp-reports',
  'outbox',
  'package-needs',
  'package-plan',
  'profile-language',
  'provider-tokens',
  'remote-check',
  'rename',
  'request-log',
  'schema-contracts',
  'schema-preview',
  'scheduler-plus',
  'script-records',
  'script-runs',
  'script-trial',
  'service-aliases',
  'service-check',
  'service-health',
  'table-figures',
  'two-step',
  'usage',
  'webhooks',
] as const

type Packages = NonNullable<Platform['packages']>

export function authentication(facts: Facts, { config, kinds }: Pick<Parts, 'config' | 'kinds'>): Authentication {
  const payload = { [config.loginAttribute]: 'string', password: 'string', remember_me: 'bool' }
  return {
    admin: { path: 'system/admin/session', verb: 'POST', payload },
    user: { path: 'user/session', verb: 'POST', payload },
    ...signInMethods(facts.signInServices, kinds),
    allow_open_registration: facts.allowOpenRegistration,
    open_reg_email_service_id: facts.registrationMailService,
    allow_forever_sessions: config.allowForeverSessions,
    login_attribute: config.loginAttribute,
    password_min_length: config.passwordMinLength,
  }
}

/** Apps that are a single tab of the console. Callers without a key of their own for it use the app's key. */
const tabApps: ReadonlySet<string> = new Set(['api_docs', 'file_manager'])

interface EntryParts {
  /** Scheme and host of this instance. */
  readonly origin: string
  /** Scheme and host of hosted apps. */
  readonly appsOrigin: string
  readonly defaultApp: number | null
  readonly signedIn: boolean
}

export function appEntry(app: LaunchableApp, { origin, appsOrigin, defaultApp, signedIn }: EntryParts): EnvironmentApp {
  return {
    id: app.id,
    name: app.name,
    description: app.description,
    url: launchUrl(app, { origin, appsOrigin }),
    is_default: app.id === defaultApp,
    allow_fullscreen_toggle: app.allow_fullscreen_toggle !== 0,
    requires_fullscreen: app.requires_fullscreen !== 0,
    toggle_location: app.toggle_location,
    ...(signedIn && tabApps.has(app.name) ? { api_key: app.api_key } : {}),
  }
}

/** Features that the settings disable are not listed. */
function isFeatureEnabled(name: (typeof features)[number], { mcp, usage: { isOn, log } }: Config): boolean {
  if (name === 'mcp' || name === 'mcp-reports') return mcp
  if (name === 'usage' || name === 'filter-usage' || name === 'access-usage-pages') return isOn
  return name !== 'request-log' || (isOn && log.rows > 0)
}

export function basicPlatform(config: Config, { isDemo }: Pick<Facts, 'isDemo'>): Platform {
  const { license } = config
  return {
    version,
    bitnami_demo: isDemo,
    is_hosted: false,
    is_trial: false,
    license: license.level,
    secured_package_export: true,
    license_key: license.key ?? false,
    features: features.filter((name) => isFeatureEnabled(name, config)),
  }
}

export function operatorPlatform(config: Config, engine: Store['engine'], packages: Packages): Platform {
  const storage = config.databaseUrl === null ? { sqlite_storage: resolve(config.dataFolder, 'instance.sqlite') } : {}
  return {
    db_driver: engine.name,
    ...storage,
    install_path: resolve(import.meta.dirname, '../../../..'),
    log_path: 'stderr',
    log_mode: 'single',
    log_level: config.log.level,
    cache_driver: config.redisUrl === null ? 'memory' : 'redis',
    app_debug: false,
    packages,
  }
}

/** What runs the instance. How it isolates scripts is tried when it starts, and never for a request. */
export function runtimeOf({ weaknesses }: Pick<ScriptRunner, 'weaknesses'>): NonNullable<Environment['runtime']> {
  const isolation = weaknesses === null ? {} : { script_weaknesses: [...weaknesses] }
  return { name: 'Node.js', version: process.version, server_api: 'http', ...isolation }
}

/** Facts about the machine and the request, and how lists are wrapped. */
export function requestSections({ headers, address }: ApiRequest): Pick<Environment, 'server' | 'client' | 'config'> {
  return {
    server: {
      server_os: osType().toLowerCase(),
      release: release(),
      version: osVersion(),
      host: hostname(),
      machine: machine() || arch(),
    },
    client: {
      ...(headers['user-agent'] === undefined ? {} : { user_agent: headers['user-agent'] }),
      ip_address: address,
      locale: /^[a-z]{2,3}/i.exec(headers['accept-language'] ?? '')?.[0].toLowerCase() ?? 'en',
    },
    config: {
      always_wrap_resources: true,
      resources_wrapper: 'resource',
      db: {
        max_records_returned: maxRows,
        time_format: null,
        date_format: null,
        datetime_format: null,
        timestamp_format: null,
      },
    },
  }
}

/**
 * The URL that launches an app, or empty if it has none. `origin`: scheme and host of this instance; `appsOrigin`: of the apps
 * that it hosts.
 */
export function launchUrl(
  { type, url, path, service_name, storage_container }: Omit<LaunchableApp, 'id' | 'role_id' | 'api_key'>,
  { origin, appsOrigin }: { readonly origin: string; readonly appsOrigin: string },
): string {
  switch (type) {
    case appType.storage:
      return service_name === null ? '' : joined(appsOrigin, service_name, storage_container, path)
    case appType.url:
      return url ?? ''
    case appType.path:
      return joined(origin, path)
    default:
      return ''
  }
}

function joined(origin: string, ...parts: (string | null)[]): string {
  const segments = parts.flatMap((part) => (part ?? '').split('/')).filter((segment) => segment !== '')
  return `${origin}/${segments.join('/')}`
}
