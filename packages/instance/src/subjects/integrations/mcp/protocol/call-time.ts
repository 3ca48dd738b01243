import { counted } from '@millwright/connector/counted'
import { Problem } from '@millwright/contract/problem'

/** Progress of a running call: seconds since its start, and its timeout in seconds. */
export interface Progress {
  readonly progressToken: string | number
  readonly progress: number
  readonly total: number
}

/** Interval of progress notifications and timeout of a call, in milliseconds. */
export interface ProgressPace {
  readonly every: number
  readonly patience: number
}

/** Sends progress notifications at intervals. `begun`: how many were sent already. Returns a function that stops them. */
export function tellProgress(
  progressToken: string | number,
  { every, patience }: ProgressPace,
  tell: (progress: Progress) => void,
  begun = 0,
): () => void {
  let ticks = begun
  const timer = setInterval(() => {
    ticks += 1
    tell({ progressToken, progress: (ticks * every) / 1000, total: patience / 1000 })
  }, every)
  return () => clearInterval(timer)
}

const encoder = new TextEncoder()

/**
 * The response to a message as an event stream: progress notifications, then the result. For calls that have already taken
 * longer than `pace.every`.
 */
export function progressStream(
  token: string | number,
  pace: ProgressPace,
  answer: Promise<string>,
): ReadableStream<Uint8Array> {
  let end: () => void = () => undefined
  return new ReadableStream({
    start(controller) {
      const send = (message: string) => controller.enqueue(encoder.encode(`event: message\ndata: ${message}\n\n`))
      const tell = (params: Progress) =>
        send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }))
      tell({ progressToken: token, progress: pace.every / 1000, total: pace.patience / 1000 })
      end = tellProgress(token, pace, tell, 1)
      answer
        .then(send)
        .finally(() => {
          end()
          controller.close()
        })
        .catch(() => undefined)
    },
    cancel() {
      end()
    },
  })
}

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
