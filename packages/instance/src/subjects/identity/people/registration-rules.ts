import { userConfig } from '@millwright/contract/service-config/people'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import { openConfig, parseConfig } from '../../ground/service-config/stored-config.ts'

/** The configuration of the `user` service for registration. */
export interface RegistrationRules {
  readonly open: boolean
  /** Whether new accounts are confirmed by a mailed code instead of starting with a password. */
  readonly byMail: boolean
  /** The role of a new person in an app. */
  roleIn(appId: number): number | null
}

/** Reads the service's stored configuration. */
function registrationRules(config: Readonly<Record<string, unknown>>): RegistrationRules {
  const everywhere = identifier(config.open_reg_role_id)
  const mapped = Array.isArray(config.app_role_map) ? config.app_role_map.filter(isRecord) : []
  const byApp = new Map(mapped.map((row) => [identifier(row.app_id), identifier(row.role_id)]))
  return {
    open: config.allow_open_registration === true,
    byMail: identifier(config.open_reg_email_service_id) !== null,
    roleIn: (appId) => byApp.get(appId) ?? everywhere,
  }
}

/** The current rules of the instance. */
export async function storedRegistrationRules({
  store,
  vault,
}: Pick<Parts, 'store' | 'vault'>): Promise<RegistrationRules> {
  const row = await store.db.selectFrom('service').select('config').where('name', '=', 'user').executeTakeFirst()
  return registrationRules(openConfig(userConfig, parseConfig(row?.config ?? '{}'), vault))
}

function identifier(value: unknown): number | null {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : null
}
