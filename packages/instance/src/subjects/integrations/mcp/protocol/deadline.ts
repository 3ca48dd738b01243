import { counted } from '@millwright/connector/counted'
import { Problem } from '@millwright/contract/problem'

/** Abort reason of a call that has taken too long. */
class TooLong extends Problem {
  constructor(milliseconds: number) {
    super(504, `The call timed out after ${counted(milliseconds / 1000, 'second')}.`)
  }
}

/** Whether a call was aborted because its client is gone, and not because of its timeout. */
export const isAbandoned = ({ aborted, reason }: AbortSignal): boolean => aborted && !(reason instanceof TooLong)

/** The time limit of one call. */
interface Deadline {
  /** Aborted when the time is up or the client is gone. */
  readonly signal: AbortSignal
  /** Awaits work up to the deadline. Work in progress is informed by the signal and not awaited. Throws a 504 on timeout. */
  reached<T>(work: Promise<T>): Promise<T>
  /** Called once the work is done. */
  end(): void
}

/** `left`: aborted when the client is gone. */
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
