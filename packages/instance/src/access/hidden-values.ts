import { secretMask } from '@millwright/contract/records/lookup'

/** Masks secrets in a text. Secrets of less than four characters are not masked, because they would match by chance. */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  let left = text
  for (const secret of secrets) if (secret.length > 3) left = left.replaceAll(secret, secretMask)
  return left
}
