import type { Config } from '../../platform/settings/config.ts'
import { findSecret, OtherSecret, secretFile, type Vault } from '../../platform/vault.ts'
import type { Store } from '../../store/store.ts'

const word = 'the right secret'
/** The setting that holds the word, sealed. */
export const secretCheckSetting = 'secret_check'

export const secretCheck = (vault: Vault): string => vault.seal(word)

/** The word as this database has it; null: it was never filled. */
export async function checkOf(db: Store['db']): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', secretCheckSetting).executeTakeFirst()
  return row?.value ?? null
}

/**
 * Sooner a clear word at the start than answers that fail one by one.
 * @throws when the check was sealed with another secret
 */
export function refuseOtherSecret(check: string, vault: Vault): void {
  if (opened(check, vault) === word) return
  throw new OtherSecret()
}

/**
 * No new secret is made for a database that was filled with another one.
 * @throws when there is none and the database needs one
 */
export async function refuseLostSecret(
  { db }: Pick<Store, 'db'>,
  config: Pick<Config, 'secret' | 'dataFolder'>,
): Promise<void> {
  if (findSecret(config) !== null || (await checkOf(db)) === null) return
  const file = secretFile(config.dataFolder)
  throw new Error(
    `There is no secret in ${file} and in MILLWRIGHT_SECRET, but this database needs the one it was created with. Restore the file, or set MILLWRIGHT_SECRET.`,
  )
}

function opened(check: string, vault: Vault): string | null {
  try {
    return vault.open(check)
  } catch {
    return null
  }
}
