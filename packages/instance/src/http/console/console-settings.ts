import { apiPrefix } from '@millwright/contract/headers'
import { consoleApp } from '../../platform/console-app.ts'
import type { Store } from '../../store/store.ts'

/** The settings that a console loads at startup from `millwright.json` (docs/wire/console.md). */
export interface ConsoleSettings {
  /** Empty for the origin that serves the console, or its base path there. */
  readonly instanceUrl: string
  readonly apiPrefix: string
  readonly apiKey: string
  readonly [setting: string]: unknown
}

/** Settings of a console that uses the instance on its own origin. */
export function settingsFor(
  apiKey: string,
  more: Readonly<Record<string, unknown>>,
  basePath: string,
): ConsoleSettings {
  return { ...more, instanceUrl: basePath, apiPrefix, apiKey }
}

/** The URLs among the settings that a console itself requests. */
export function calledEndpoints(settings: Readonly<Record<string, unknown>>): string[] {
  const { instanceUrl, licenseUrl, paywallUrl, notificationsUrl, codeHostUrl } = settings
  return [instanceUrl, licenseUrl, paywallUrl, notificationsUrl, codeHostUrl].filter(
    (address) => typeof address === 'string' && address !== '',
  ) as string[]
}

/** The API key of the console's app; empty if the app has been deleted or deactivated, as administrators need none to sign in. */
export async function adminKey({ db }: Pick<Store, 'db'>): Promise<string> {
  const app = await db
    .selectFrom('app')
    .select('api_key')
    .where('name', '=', consoleApp)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return app?.api_key ?? ''
}
