import { secretMask } from '@millwright/contract/records/lookup'

/** A text without values that nobody may read; shorter ones than four characters would be found by chance. */
export function hidden(text: string, secrets: Iterable<string>): string {
  let left = text
  for (const secret of secrets) if (secret.length > 3) left = left.replaceAll(secret, secretMask)
  return left
}
