import type { Config } from '../../../platform/settings/config.ts'
import { findSecret, secretFile, type Vault, WrongSecretError } from '../../../platform/vault.ts'
import type { Store } from '../../../store/store.ts'

const word = 'the right secret'
/** The setting that contains the encrypted check word. */
export const secretCheckSetting = 'secret_check'

export const secretCheck = (vault: Vault): string => vault.seal(word)

/** The stored check word; `null`: the database was never seeded. */
export async function checkOf(db: Store['db']): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', secretCheckSetting).executeTakeFirst()
  return row?.value ?? null
}

/**
 * Fails at startup instead of at the first encrypted value.
 * @throws if the check was encrypted with another secret
 */
export function refuseOtherSecret(check: string, vault: Vault): void {
  if (opened(check, vault) === word) return
  throw new WrongSecretError()
}

/**
 * Prevents generating a new secret for a database that was seeded with another one.
 * @throws if there is no secret and the database needs one
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
