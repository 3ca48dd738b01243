import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { withoutSecrets, withoutSent } from '../platform/log.ts'
import type { Caller } from '../request/caller.ts'
import type { RequestObserver } from './served-request.ts'

/** An error in the log (docs/operate/logs.md). */
interface ToldFailure {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack: readonly string[]
  readonly cause?: ToldFailure
}

/** Polled endpoints, which are logged only if they fail. */
const watchers = new Set(['/health/live', '/health/ready', '/metrics'])

/** Logs one line per request, with the error if the server failed. */
export function requestLog(logger: Logger): RequestObserver {
  return (served, request) => {
    const { status, failure } = served
    if (status < 500 && !logger.isLevelEnabled('info')) return
    const { path } = served
    const level = status >= 500 ? 'error' : watchers.has(path) ? 'debug' : 'info'
    if (!logger.isLevelEnabled(level)) return
    const line = {
      request_id: served.id,
      method: served.method,
      path,
      status,
      duration_ms: Math.round(served.milliseconds * 100) / 100,
      address: served.address,
      ...(served.service === null ? {} : { service: served.service }),
      ...(served.caller === null ? {} : callerFields(served.caller)),
      ...(served.isCutOff ? { cut_off: true } : {}),
      ...(status >= 500 && failure !== undefined ? { err: loggedError(failure, sentIn(request)) } : {}),
    }
    logger[level](line, 'request')
  }
}

/** Only ids, because names and email addresses of people do not belong in a log. */
function callerFields({ user, app }: Caller): Record<string, unknown> {
  const kind = user === null ? (app === null ? 'anonymous' : 'app') : user.is_sys_admin ? 'admin' : 'user'
  return {
    caller: kind,
    ...(user === null ? {} : { caller_id: user.id }),
    ...(app === null ? {} : { app: app.name, app_id: app.id }),
  }
}

/** An error and its causes, without credentials and without anything the request contained. */
export function loggedError(error: unknown, sent: string, depth = 0): ToldFailure {
  const clean = (text: string) => withoutSent(withoutSecrets(text), sent)
  if (!(error instanceof Error)) return { type: typeof error, message: clean(String(error)), stack: [] }
  const code: unknown = Reflect.get(error, 'code')
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: clean(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    stack: frames.map((line) => line.trim()),
    ...(error.cause === undefined || depth >= 4 ? {} : { cause: loggedError(error.cause, sent, depth + 1) }),
  }
}

/** Everything that a request contained and an error could repeat. */
export function sentIn({ url, headers, body }: Pick<FastifyRequest, 'url' | 'headers' | 'body'>): string {
  const parts = [decoded(url), ...Object.values(headers).flat()]
  if (Buffer.isBuffer(body)) parts.push(...bodyTexts(body.toString('utf8')))
  return parts.join('\n')
}

/** The texts as sent, and with their JSON escapes decoded. */
function bodyTexts(text: string): string[] {
  try {
    return [text, JSON.stringify(JSON.parse(text))]
  } catch {
    return [text, decoded(text)]
  }
}

function decoded(text: string): string {
  try {
    return `${text}\n${decodeURIComponent(text.replaceAll('+', ' '))}`
  } catch {
    return text
  }
}
