import { invalid } from '@millwright/contract/problem'
import { isLonger } from '../../../platform/plain-text.ts'
import type { Config } from '../../../platform/settings/config.ts'

/** A longer password would only cost time. */
const most = 1000

/** Returns what is wrong with the length of a new password, or `null`. `field`: its name in the message. */
export function lengthProblem(field: string, password: string, least: number): string | null {
  if (!isLonger(password, least - 1)) return `The ${field} field must be at least ${least} characters.`
  return isLonger(password, most) ? `The ${field} field must not be longer than ${most} characters.` : null
}

let common: Promise<ReadonlySet<string>> | null = null

/**
 * Rejects a password that attackers try first, if the settings say so. `field`: its name in the body. Used for passwords that
 * people choose for themselves (docs/wire/sessions.md).
 */
export async function refuseCommonPassword(
  field: string,
  password: string,
  { commonPasswords }: Pick<Config, 'commonPasswords'>,
): Promise<void> {
  if (commonPasswords === 'allow') return
  common ??= readList()
  if ((await common).has(password.toLowerCase())) {
    const reason = 'is one of the most common passwords, which attackers try first. Choose another one.'
    throw invalid({ [field]: [`The ${field} field ${reason}`] })
  }
}

/** Loaded when a password is first set, as it takes 50 ms and some megabytes that most instances never need. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((each) => each.toLowerCase()))
}
