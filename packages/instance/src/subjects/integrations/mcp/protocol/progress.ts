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
  let told = begun
  const timer = setInterval(() => {
    told += 1
    tell({ progressToken, progress: (told * every) / 1000, total: patience / 1000 })
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
