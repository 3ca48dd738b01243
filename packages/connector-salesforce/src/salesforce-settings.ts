import { numberSetting, type Settings, textSetting, textsSetting } from '@millwright/connector/config-values'
import { databaseUnavailable } from '@millwright/connector/engine/problems'
import type { FieldMessages } from '@millwright/contract/problem'

/** The parsed configuration of a Salesforce service (docs/wire/databases.md). */
export interface SalesforceSettings {
  readonly login: URL
  /** Host name for error messages. */
  readonly where: string
  /** Form parameters of the token request. */
  readonly grant: Readonly<Record<string, string>>
  readonly version: string
  /** Names of objects to describe besides the default ones; with `only`, instead of them. */
  readonly objects: readonly string[]
}

const usualLogin = 'https://login.salesforce.com'
const usualVersion = 62

/** Parses the settings. Throws 503 if they are invalid. */
export function salesforceSettings(config: Settings): SalesforceSettings {
  const login = URL.parse(textSetting(config, 'login_url') ?? usualLogin)
  const where = `at ${login?.host ?? 'Salesforce'}`
  if (login === null || !/^https?:$/.test(login.protocol))
    throw databaseUnavailable(where, 'its login URL is not valid.')
  return {
    login,
    where,
    grant: grantOf(config),
    version: `v${numberSetting(config, 'version') ?? usualVersion}.0`,
    objects: textsSetting(config, 'objects').map((name) => name.trim()),
  }
}

/** A user's password, followed by the security token; without a user, the credentials of the app itself. */
function grantOf(config: Settings): Record<string, string> {
  const client = {
    client_id: textSetting(config, 'client_id') ?? '',
    client_secret: textSetting(config, 'client_secret') ?? '',
  }
  const username = textSetting(config, 'username')
  if (username === null) return { grant_type: 'client_credentials', ...client }
  const password = `${textSetting(config, 'password') ?? ''}${textSetting(config, 'security_token') ?? ''}`
  return { grant_type: 'password', ...client, username, password }
}

/** Validation messages for settings that cannot work. */
export function salesforceComplaints(config: Settings): FieldMessages {
  const complaints: FieldMessages = {}
  const login = textSetting(config, 'login_url')
  const odd = textsSetting(config, 'objects').find((name) => !/^[A-Za-z]\w*$/.test(name.trim()))
  if (login !== null && !login.includes('{') && !/^https?:\/\//.test(login))
    complaints.login_url = ['login_url must begin with https://.']
  if (odd !== undefined) complaints.objects = [`objects: '${odd}' is not the name of an object.`]
  if (textSetting(config, 'username') !== null && textSetting(config, 'password') === null)
    complaints.password = ['password is required where there is a username.']
  return complaints
}
