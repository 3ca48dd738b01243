import { Problem } from '@millwright/contract/problem'
import { counted } from '../../../platform/counted.ts'

/** What a signal is aborted for when a call has taken too long. */
class TooLong extends Problem {
  constructor(milliseconds: number) {
    super(504, `The call timed out after ${counted(milliseconds / 1000, 'second')}.`)
  }
}

/** Whether nobody waited for the end of a call, which had not taken too long. */
export const isLeft = ({ aborted, reason }: AbortSignal): boolean => aborted && !(reason instanceof TooLong)

/** A bound on what one call may take. */
interface Deadline {
  /** Aborted when it has passed, or nobody waits any more. */
  readonly signal: AbortSignal
  /** Work until then; what was begun is told by the signal, and not waited for. Refuses with 504 what takes too long. */
  reached<T>(work: Promise<T>): Promise<T>
  /** Once the work is done. */
  end(): void
}

/** `left`: when nobody waits any more. */
export function createDeadline(left: AbortSignal, milliseconds: number): Deadline {
  const ending = new AbortController()
  const { signal } = ending
  const leave = () => ending.abort(new Problem(400, 'The client aborted the request.'))
  const timer = setTimeout(() => ending.abort(new TooLong(milliseconds)), milliseconds)
  if (left.aborted) leave()
  left.addEventListener('abort', leave, { once: true })
  return {
    signal,
    reached: (work) =>
      new Promise((resolve, reject) => {
        const give = () => reject(signal.reason)
        work.then(resolve, reject)
        if (signal.aborted) give()
        else signal.addEventListener('abort', give, { once: true })
      }),
    end() {
      clearTimeout(timer)
      left.removeEventListener('abort', leave)
    },
  }
}
