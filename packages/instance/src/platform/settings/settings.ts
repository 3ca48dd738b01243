import { operationSettings } from './operation-settings.ts'
import { passwordSettings } from './password-settings.ts'
import { scriptSettings } from './script-settings.ts'
import { sizeSettings } from './size-settings.ts'
import { configurationSettings, firstStartSettings } from './start-settings.ts'
import { storeSettings } from './store-settings.ts'
import { usageSettings } from './usage-settings.ts'

/** A setting of the environment or the command line. */
export interface Setting {
  readonly variable: string
  /** Flag of `millwright serve`, without the dashes. A switch is turned off by `--no-…`. */
  readonly flag: string
  /** Used for a missing or empty value. */
  readonly fallback: string
  readonly meaning: string
  /** Placeholder of the value in the help; absent: a switch, `1` or `0` in the environment. */
  readonly value?: string
  /** Whether the value is or may contain a secret, so that it can be read from a file. */
  readonly isSecret?: true
}

/** All settings, in the order of the help and docs/settings.md. */
export const settings = {
  port: {
    variable: 'MILLWRIGHT_PORT',
    flag: 'port',
    value: 'NUMBER',
    fallback: '8080',
    meaning: 'Port to listen on; 0 for a free one.',
  },
  host: {
    variable: 'MILLWRIGHT_HOST',
    flag: 'host',
    value: 'ADDRESS',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 for all.',
  },
  publicUrl: {
    variable: 'MILLWRIGHT_PUBLIC_URL',
    flag: 'public-url',
    value: 'URL',
    fallback: '',
    meaning:
      'Base URL of links in emails and responses; without it, the address of each request is used. Set it when people use a host name or a proxy: password-reset links do not trust the Host header. A path in it is the one beneath which a proxy serves the instance.',
  },
  appsPort: {
    variable: 'MILLWRIGHT_APPS_PORT',
    flag: 'apps-port',
    value: 'NUMBER',
    fallback: '',
    meaning:
      'Port of hosted apps. Without it, the next free port; 0 for none, and then their files are served in a sandbox.',
  },
  appsUrl: {
    variable: 'MILLWRIGHT_APPS_URL',
    flag: 'apps-url',
    value: 'URL',
    fallback: '',
    meaning: 'Origin of hosted apps behind a proxy that forwards both hosts to one port, or this one to the apps port.',
  },
  dataFolder: {
    variable: 'MILLWRIGHT_DATA',
    flag: 'data',
    value: 'FOLDER',
    fallback: './data',
    meaning: 'Folder for the database, files, the secret and the outbox.',
  },
  ...storeSettings,
  workers: {
    variable: 'MILLWRIGHT_WORKERS',
    flag: 'workers',
    value: 'NUMBER',
    fallback: '1',
    meaning: 'Processes that share the port, as nodes on one machine. auto: one per processor core, at most 4.',
  },
  ...firstStartSettings,
  ...configurationSettings,
  tokenTtl: {
    variable: 'MILLWRIGHT_TOKEN_TTL',
    flag: 'token-ttl',
    value: 'SECONDS',
    fallback: '3600',
    meaning: 'Lifetime of a session token, in seconds.',
  },
  tokenRefreshTtl: {
    variable: 'MILLWRIGHT_TOKEN_REFRESH_TTL',
    flag: 'token-refresh-ttl',
    value: 'SECONDS',
    fallback: '1209600',
    meaning: 'How long after login an expired token can be refreshed, in seconds.',
  },
  sessionIdle: {
    variable: 'MILLWRIGHT_SESSION_IDLE',
    flag: 'session-idle',
    value: 'SECONDS',
    fallback: '0',
    meaning:
      'Idle timeout: how long after its expiry a token can be refreshed, in seconds. 0: as long as MILLWRIGHT_TOKEN_REFRESH_TTL allows.',
  },
  allowForeverSessions: {
    variable: 'MILLWRIGHT_ALLOW_FOREVER_SESSIONS',
    flag: 'allow-forever-sessions',
    fallback: '0',
    meaning: 'Lets “Remember me” sessions be refreshed indefinitely.',
  },
  loginAttribute: {
    variable: 'MILLWRIGHT_LOGIN_ATTRIBUTE',
    flag: 'login-attribute',
    value: 'email|username',
    fallback: 'email',
    meaning: 'What users sign in with.',
  },
  ...passwordSettings,
  ...sizeSettings,
  ...scriptSettings,
  allowPrivateHosts: {
    variable: 'MILLWRIGHT_ALLOW_PRIVATE_HOSTS',
    flag: 'allow-private-hosts',
    value: 'LIST',
    fallback: '',
    meaning:
      'Hosts in private networks, with or without port, that requests on behalf of callers may reach; * for all.',
  },
  connectors: {
    variable: 'MILLWRIGHT_CONNECTORS',
    flag: 'connectors',
    value: 'LIST',
    fallback: '',
    meaning: 'Packages and folders with third-party connectors, which add types of services.',
  },
  loginFailures: {
    variable: 'MILLWRIGHT_LOGIN_FAILURES',
    flag: 'login-failures',
    value: 'COUNT/SECONDS, COUNT/SECONDS',
    fallback: '10/300, 50/300',
    meaning: 'Failed logins allowed per account, and per address.',
  },
  trustedProxies: {
    variable: 'MILLWRIGHT_TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    value: 'LIST',
    fallback: '',
    meaning: 'Addresses or networks whose forwarding headers are trusted.',
  },
  auditDays: {
    variable: 'MILLWRIGHT_AUDIT_DAYS',
    flag: 'audit-days',
    value: 'DAYS',
    fallback: '90',
    meaning: 'How long the audit log and the report on services are kept, in days.',
  },
  auditMegabytes: {
    variable: 'MILLWRIGHT_AUDIT_MB',
    flag: 'audit-mb',
    value: 'MEGABYTES',
    fallback: '1000',
    meaning: 'Maximum size of the audit log; the oldest entries are deleted first.',
  },
  dataHistoryDays: {
    variable: 'MILLWRIGHT_DATA_HISTORY_DAYS',
    flag: 'data-history-days',
    value: 'DAYS',
    fallback: '90',
    meaning: 'How long the data history is kept, in days, for tables where it is enabled.',
  },
  dataHistoryMegabytes: {
    variable: 'MILLWRIGHT_DATA_HISTORY_MB',
    flag: 'data-history-mb',
    value: 'MEGABYTES',
    fallback: '1000',
    meaning: 'Maximum size of the data history of all tables together; the oldest entries are deleted first.',
  },
  ...operationSettings,
  ...usageSettings,
  stopDelay: {
    variable: 'MILLWRIGHT_STOP_DELAY',
    flag: 'stop-delay',
    value: 'SECONDS',
    fallback: '2',
    meaning:
      'How long a stopping node still accepts connections while /health/ready fails, so that load balancers notice. It stops immediately when no one is connected, or on Ctrl+C.',
  },
  stopDeadline: {
    variable: 'MILLWRIGHT_STOP_DEADLINE',
    flag: 'stop-deadline',
    value: 'SECONDS',
    fallback: '25',
    meaning: 'How long stopping may take, in seconds; requests still running then are aborted.',
  },
  secret: {
    variable: 'MILLWRIGHT_SECRET',
    flag: 'secret',
    value: 'HEX',
    isSecret: true,
    fallback: '',
    meaning:
      'Signs tokens and encrypts stored secrets; without it, one is generated at first start and stored in the data folder.',
  },
  instanceName: {
    variable: 'MILLWRIGHT_INSTANCE_NAME',
    flag: 'instance-name',
    value: 'TEXT',
    fallback: '',
    meaning: 'Name of this instance in the console, unless one is set there. Visible to everyone, even before login.',
  },
  instanceColour: {
    variable: 'MILLWRIGHT_INSTANCE_COLOUR',
    flag: 'instance-colour',
    value: 'COLOUR',
    fallback: '',
    meaning: 'Colour of this instance in the console, such as red or #c92a2a.',
  },
  readOnly: {
    variable: 'MILLWRIGHT_READ_ONLY',
    flag: 'read-only',
    fallback: '0',
    meaning: 'Starts the console read-only.',
  },
  license: {
    variable: 'MILLWRIGHT_LICENSE',
    flag: 'license',
    value: 'LEVEL',
    fallback: 'OPEN SOURCE',
    meaning: 'Licence level that the environment announces.',
  },
  licenseKey: {
    variable: 'MILLWRIGHT_LICENSE_KEY',
    flag: 'license-key',
    value: 'KEY',
    isSecret: true,
    fallback: '',
    meaning: 'Licence key that the environment announces.',
  },
  licenseUrl: {
    variable: 'MILLWRIGHT_LICENSE_URL',
    flag: 'license-url',
    value: 'URL',
    fallback: '',
    meaning: 'Licence service that the console queries.',
  },
  paywallUrl: {
    variable: 'MILLWRIGHT_PAYWALL_URL',
    flag: 'paywall-url',
    value: 'URL',
    fallback: '',
    meaning: 'URL that the console notifies when someone opens a paid feature.',
  },
  notificationsUrl: {
    variable: 'MILLWRIGHT_NOTIFICATIONS_URL',
    flag: 'notifications-url',
    value: 'URL',
    fallback: '',
    meaning: 'Feed of the notification bell.',
  },
  subscribeUrl: {
    variable: 'MILLWRIGHT_SUBSCRIBE_URL',
    flag: 'subscribe-url',
    value: 'URL',
    fallback: '',
    meaning: 'Target of the Subscribe link.',
  },
  codeHostUrl: {
    variable: 'MILLWRIGHT_CODE_HOST_URL',
    flag: 'code-host-url',
    value: 'URL',
    fallback: '',
    meaning: 'API of a code host from which the console imports scripts and definitions.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

/** Values from the command line, by flag; flags not given are absent. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>
export type Environment = Readonly<Record<string, string | undefined>>

/** An invalid value; the message names the variable and the flag. */
export class SettingError extends Error {
  constructor(name: SettingName, sentence: string) {
    const { variable, flag } = settings[name]
    super(`${variable} (--${flag}) ${sentence}`)
    this.name = 'SettingError'
  }
}
