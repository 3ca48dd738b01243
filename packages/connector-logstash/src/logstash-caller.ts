import type { Settings } from '@millwright/connector/config-values'
import type { Caller, ConnectorTools, LoggedRequest } from '@millwright/connector/connector'
import { connectionLost, lineReason, messageOf } from '@millwright/connector/error-words'
import { isYes, type ServiceRequest, type ServiceResponse } from '@millwright/connector/request'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { createDatagramSender } from './datagrams.ts'
import { contextOf, type Entry, entriesOf, entryOf, longestMessage, requestEntry } from './entry.ts'
import { LogQueue } from './log-queue.ts'
import { type Level, type LogstashSettings, levelOf, logstashSettings } from './logstash-settings.ts'
import { createHttpSender, createStreamSender, MessageRefused, type Sender } from './senders.ts'

/** Milliseconds for queued messages when the service closes. */
const lastPatience = 2_000

/** Sends events, and messages of callers, to a log input (docs/wire/messages.md). */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const settings = logstashSettings(config)
  const sender = senderOf(settings, tools)
  const queue = new LogQueue({ sender, told: tools.health, reasonOf, log: tools.log })

  function reasonOf(error: unknown): string {
    if (error instanceof Problem) return error.message
    const line = error instanceof Error ? lineReason(error) : null
    const why = error instanceof MessageRefused ? messageOf(error) : (line ?? connectionLost)
    return `The ${settings.where} cannot be used now: ${why}`
  }

  function addRequest(request: LoggedRequest): void {
    if (settings.leastOfRequests === null || request.status < settings.leastOfRequests) return
    queue.add(requestEntry(request))
  }

  async function trying(work: () => Promise<void>): Promise<ServiceResponse> {
    try {
      await work()
    } catch (error) {
      throw new Problem(503, reasonOf(error), { cause: error })
    }
    return { status: 200, body: { success: true } }
  }

  return {
    async handle(request) {
      const { verb, resource, params } = request
      if (verb === 'GET' && resource === '') {
        return isYes(params.check ?? '') ? trying(sender.check) : { status: 200, body: { resource: [] } }
      }
      if (verb !== 'POST' && verb !== 'PUT') throw new Problem(400, `${verb} is not supported on '${tools.service}'.`)
      const entry = entryIn(request, settings, tools)
      return trying(() => sender.send(entry))
    },
    hear(event) {
      for (const entry of entriesOf(event, settings, tools.version)) queue.add(entry)
    },
    hearRequests(requests) {
      const own = tools.service.toLowerCase()
      // Requests to the log service itself are already in the log.
      for (const request of requests) if (request.service !== own) addRequest(request)
    },
    close: () => queue.close(lastPatience),
  }
}

function senderOf(settings: LogstashSettings, tools: ConnectorTools): Sender {
  if (settings.protocol === 'http') return createHttpSender(settings, tools)
  return settings.protocol === 'tcp' ? createStreamSender(settings) : createDatagramSender(settings)
}

/** The message of a request: from its body, or from its path, with an optional level first. */
function entryIn(request: ServiceRequest, { context }: LogstashSettings, tools: ConnectorTools): Entry {
  const { resource, payload } = request
  const segments = resource === '' ? [] : resource.split('/')
  const sent = isRecord(payload) ? payload : typeof payload === 'string' ? { message: payload } : {}
  const [first = '', ...rest] = segments
  const levelInPath = rest.length > 0 ? levelOf(first) : null
  const message = levelInPath === null ? (segments.length > 0 ? resource : sent.message) : rest.join('/')
  if (typeof message !== 'string' || message.trim() === '') throw new Problem(400, "The request has no 'message'.")
  if (message.length > longestMessage) {
    throw new Problem(400, `'message' has ${message.length} characters; at most ${longestMessage} are logged.`)
  }
  const { requestId, ...happened } = tools.eventOf(request)
  const along = contextOf(context, happened, tools.version)
  return entryOf(message, levelInPath ?? levelSent(sent.level), Date.now(), {
    ...along,
    ...(requestId !== null && { request_id: requestId }),
  })
}

function levelSent(sent: unknown): Level {
  if (sent === undefined || sent === null || sent === '') return 'INFO'
  const level = levelOf(sent)
  if (level === null) throw new Problem(400, `There is no level '${String(sent)}'.`)
  return level
}
