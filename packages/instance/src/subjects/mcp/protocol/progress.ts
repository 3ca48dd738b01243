/** What is told of a call while it goes on: seconds since it began, and after how many it is given up. */
export interface Progress {
  readonly progressToken: string | number
  readonly progress: number
  readonly total: number
}

/** How often it is told, and how long a call may take; in milliseconds. */
export interface ProgressPace {
  readonly every: number
  readonly patience: number
}

/** Tells of a call that goes on, again and again. `begun`: how often that was done already. Answers what ends it. */
export function tellProgress(
  progressToken: string | number,
  { every, patience }: ProgressPace,
  tell: (progress: Progress) => void,
  begun = 0,
): () => void {
  let told = begun
  const timer = setInterval(() => {
    told += 1
    tell({ progressToken, progress: (told * every) / 1000, total: patience / 1000 })
  }, every)
  return () => clearInterval(timer)
}

const encoder = new TextEncoder()

/**
 * The answer to one message as a stream of events: how the call goes on, and what it answered at its end. For a call that has taken longer than
 * `pace.every` already.
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
