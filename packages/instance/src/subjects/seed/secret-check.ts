import type { Vault } from '../../platform/vault.ts'

const word = 'the right secret'

/** What is kept in the database to recognise the secret by. */
export function secretCheck(vault: Vault): string {
  return vault.seal(word)
}

/**
 * Sooner a clear word at the start than answers that fail one by one.
 * @throws when the check was sealed with another secret
 */
export function refuseOtherSecret(check: string, vault: Vault): void {
  if (opened(check, vault) === word) return
  throw new Error(
    'The secret is not the one that this database was filled with. Set MILLWRIGHT_SECRET to that one, or put its file back into the data folder.',
  )
}

function opened(check: string, vault: Vault): string | null {
  try {
    return vault.open(check)
  } catch {
    return null
  }
}
