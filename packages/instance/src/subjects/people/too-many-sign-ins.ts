import { Problem } from '@millwright/contract/problem'

/** For those who find no place in a queue of work that signing in costs: a flood of it takes neither all threads nor all memory. */
export function tooManySignIns(): Problem {
  return new Problem(429, 'Too many people are signing in at this moment. Try again.', {
    headers: { 'Retry-After': '1' },
  })
}
