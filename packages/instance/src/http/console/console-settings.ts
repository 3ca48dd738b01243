import { apiPrefix } from '@millwright/contract/headers'
import type { Store } from '../../store/store.ts'

/** What a console reads at its start from `millwright.json` (docs/wire/console.md). */
export interface ConsoleSettings {
  /** Empty: the origin that the console came from. */
  readonly instanceUrl: string
  readonly apiPrefix: string
  readonly apiKey: string
  readonly [setting: string]: unknown
}

/** Settings of a console that speaks to the origin it came from. */
export function settingsFor(apiKey: string, more: Readonly<Record<string, unknown>>): ConsoleSettings {
  return { ...more, instanceUrl: '', apiPrefix, apiKey }
}

/** The addresses among the settings that a console itself calls. */
export function calledEndpoints(settings: Readonly<Record<string, unknown>>): string[] {
  const { instanceUrl, licenseUrl, paywallUrl, notificationsUrl, codeHostUrl } = settings
  return [instanceUrl, licenseUrl, paywallUrl, notificationsUrl, codeHostUrl].filter(
    (address) => typeof address === 'string' && address !== '',
  ) as string[]
}

/** The API key of the app that a console is; empty when there is no such app any more. */
export async function adminKey({ db }: Pick<Store, 'db'>): Promise<string> {
  const app = await db.selectFrom('app').select('api_key').where('name', '=', 'admin').executeTakeFirst()
  return app?.api_key ?? ''
}
