import { numberSetting, type Settings, textSetting, textsSetting } from '@millwright/connector/config-values'
import { isRecord } from '@millwright/contract/wire/is-record'

/** Severities by name, in the order of their syslog numbers. */
export const levels = ['EMERGENCY', 'ALERT', 'CRITICAL', 'ERROR', 'WARNING', 'NOTICE', 'INFO', 'DEBUG'] as const
export type Level = (typeof levels)[number]

export type Protocol = 'gelf' | 'http' | 'tcp' | 'udp'

interface Mapped {
  readonly level: Level
  /** If empty, the event's name is used. */
  readonly message: string
}

export interface LogstashSettings {
  readonly host: string
  readonly port: number
  readonly protocol: Protocol
  /** Paths of the values sent with a message. */
  readonly context: readonly string[]
  /** Log rows by event name in lower case. */
  readonly events: ReadonlyMap<string, readonly Mapped[]>
  /** Minimum status of logged responses. */
  readonly leastStatus: number
  /** Minimum status of logged requests of any service, or `null` to log none. */
  readonly leastOfRequests: number | null
  /** Milliseconds for one message. */
  readonly timeout: number
  /** The name of the server in error messages. */
  readonly where: string
}

const protocols: ReadonlySet<string> = new Set(['gelf', 'http', 'tcp', 'udp'] satisfies Protocol[])
const isProtocol = (text: string): text is Protocol => protocols.has(text)
const statuses: Readonly<Record<string, number>> = { all: 0, failed: 400, errors: 500 }

export function logstashSettings(config: Settings): LogstashSettings {
  const host = textSetting(config, 'host') ?? '127.0.0.1'
  const port = numberSetting(config, 'port') ?? 12_201
  const protocol = textSetting(config, 'protocol') ?? ''
  return {
    host,
    port,
    protocol: isProtocol(protocol) ? protocol : 'gelf',
    context: textsSetting(config, 'context'),
    events: eventsIn(config.service_event_map),
    leastStatus: statuses[textSetting(config, 'answers') ?? 'all'] ?? 0,
    leastOfRequests: statuses[textSetting(config, 'requests') ?? 'none'] ?? null,
    timeout: Math.min(30, Math.max(0.1, numberSetting(config, 'timeout') ?? 2)) * 1000,
    where: `log input on ${host}:${port}`,
  }
}

function eventsIn(rows: unknown): Map<string, Mapped[]> {
  const found = new Map<string, Mapped[]>()
  for (const row of Array.isArray(rows) ? rows : []) {
    if (!isRecord(row) || typeof row.event !== 'string') continue
    const name = row.event.toLowerCase()
    const mapped = { level: levelOf(row.level) ?? 'INFO', message: typeof row.message === 'string' ? row.message : '' }
    found.set(name, [...(found.get(name) ?? []), mapped])
  }
  return found
}

/** In any case. `null` if there is no such level. */
export function levelOf(sent: unknown): Level | null {
  const wanted = String(sent).toUpperCase()
  return levels.find((level) => level === wanted) ?? null
}
