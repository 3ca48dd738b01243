import { Problem } from '@millwright/contract/problem'

/** The error when a queue of expensive sign-in work is full, so that a flood of it uses up neither threads nor memory. */
export function tooManySignIns(): Problem {
  return new Problem(429, 'Too many people are signing in at this moment. Try again.', {
    headers: { 'Retry-After': '1' },
  })
}
