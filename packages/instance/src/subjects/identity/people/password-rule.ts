import { isLonger } from '../../../platform/plain-text.ts'

/** A longer password would only cost time. */
const most = 1000

/** Returns what is wrong with the length of a new password, or `null`. `field`: its name in the message. */
export function lengthProblem(field: string, password: string, least: number): string | null {
  if (!isLonger(password, least - 1)) return `The ${field} field must be at least ${least} characters.`
  return isLonger(password, most) ? `The ${field} field must not be longer than ${most} characters.` : null
}
