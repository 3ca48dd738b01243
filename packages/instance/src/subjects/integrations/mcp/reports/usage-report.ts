import { Problem } from '@millwright/contract/problem'
import type { McpUsage, McpUsageFigures, McpUsageGroup } from '@millwright/contract/wire/mcp'
import type { UsageAnswer, UsageFigures, UsageGroup } from '@millwright/contract/wire/usage'
import type { Params } from '../../../../request/api-request.ts'
import { list, text } from '../../../../request/params.ts'

/** Reads usage figures with the parameters of `system/usage`. */
export type ReadUsage = (params: Params) => Promise<UsageAnswer>

interface Reported {
  readonly id: number
  readonly name: string
}

/** The operation, besides tool calls, that is counted for a service. */
const reading = 'resources/read'
const methods = ['tools/call', reading] as const
const facade = ['search_tools', 'list_tools', 'describe_tool', 'fetch_more'] as const

const statuses: Readonly<Record<string, readonly string[]>> = {
  success: ['ok', 'redirect'],
  error: ['client_error', 'limited', 'server_error', 'aborted'],
  denied: ['refused'],
}

/** What assistants called at these services, how often, and with what success (docs/wire/mcp.md). */
export async function usageReport(
  params: Params,
  services: readonly Reported[],
  read: ReadUsage,
  now: number,
): Promise<McpUsage> {
  const period = readPeriod(params, '7d', now)
  const filters = narrowing(params, services)
  const usage = (more: Params) => read({ ...filters, ...range(period), step: 'none', top: '50', ...more })
  const by = async (group: UsageGroup, more: Params = {}) => groupsOf(await usage({ by: group, ...more }))
  const { meta, resource } = await usage({ step: period.step })
  const byService = await by('service')
  const byTool = await by('resource')
  const plain = byTool.map((group) => ({ ...group, name: group.name?.replace(/^[^/]*\//, '') ?? null }))
  const tools = plain.filter(({ name }) => name !== reading)
  const total = figuresOf(meta.total)
  return {
    period: period.name,
    since: period.since,
    total_requests: total.requests,
    total_bytes_in: total.bytes_in,
    total_bytes_out: total.bytes_out,
    errors: total.errors,
    denied: total.denied,
    avg_duration_ms: total.avg_duration_ms,
    facade_calls: sumOf(plain.filter(({ name }) => facade.some((each) => each === name))).requests,
    by_service: byService.map((group) => ({ ...group, id: idOf(group.name, services) })),
    by_user: await by('user'),
    by_role: await by('role'),
    by_app: await by('app'),
    by_client: await by('client'),
    by_tool: joined(tools),
    by_method: [
      { id: null, name: 'tools/call', ...sumOf(tools) },
      { id: null, name: reading, ...sumOf(plain.filter(({ name }) => name === reading)) },
    ],
    series: resource.map((row) => ({ date: row.start, ...only(figuresOf(row)) })),
  }
}

/** Durations are only in `system/usage`. */
const only = ({ requests, bytes_in, bytes_out, errors }: McpUsageFigures) => ({ requests, bytes_in, bytes_out, errors })

export const range = ({ since, until }: Period): Params => ({ from: since, to: until })

/** The parameters of `system/usage` that correspond to those of the report. */
function narrowing(params: Params, services: readonly Reported[]): Params {
  const ids = list(params, 'service_id')
  const named = ids === undefined ? services : services.filter(({ id }) => ids.includes(String(id)))
  const tools = list(params, 'tool_name')
  const methodNames = list(params, 'method')
  const wrong = methodNames?.find((method) => !methods.some((each) => each === method))
  if (wrong !== undefined) throw new Problem(400, `'method' must be one of ${methods.join(', ')}.`)
  const isReading = methodNames?.length === 1 && methodNames[0] === reading
  const resources = tools ?? (isReading ? [reading] : undefined)
  const states = list(params, 'status')
  const unknown = states?.find((status) => statuses[status] === undefined)
  if (unknown !== undefined) throw new Problem(400, `'status' must be one of ${Object.keys(statuses).join(', ')}.`)
  const same = { user: 'user_id', role: 'role_id', app: 'app_id', client: 'client_id' } as const
  return {
    requestor: 'MCP',
    // Without services, a name that no service has, which matches nothing.
    service: named.length === 0 ? '/' : named.map(({ name }) => name.toLowerCase()).join(','),
    ...(resources && { resource: resources.join(',') }),
    ...(states && { outcome: states.flatMap((status) => statuses[status] ?? []).join(',') }),
    ...Object.fromEntries(
      Object.entries(same).flatMap(([name, parameter]) => {
        const values = list(params, parameter)
        return values === undefined ? [] : [[name, values.join(',')]]
      }),
    ),
  }
}

const idOf = (name: string | null, services: readonly Reported[]): number | null =>
  services.find((service) => service.name.toLowerCase() === name)?.id ?? null

function groupsOf({ meta }: UsageAnswer): McpUsageGroup[] {
  return (meta.groups ?? []).map((group) => ({ id: group.group_id, name: group.group, ...figuresOf(group) }))
}

function figuresOf(figures: UsageFigures): McpUsageFigures {
  const { requests, errors, client_errors, limited, aborted, refused, bytes_in, bytes_out, mean_ms } = figures
  const failed = errors + client_errors + limited + aborted
  return { requests, errors: failed, denied: refused, bytes_in, bytes_out, avg_duration_ms: mean_ms }
}

/** The same tool in several services counts as one. */
function joined(groups: readonly McpUsageGroup[]): McpUsageGroup[] {
  const names = [...new Set(groups.map(({ name }) => name))]
  return names
    .map((name) => ({ id: null, name, ...sumOf(groups.filter((group) => group.name === name)) }))
    .toSorted((one, other) => other.requests - one.requests)
}

function sumOf(groups: readonly McpUsageFigures[]): McpUsageFigures {
  const sum = (of: (group: McpUsageFigures) => number) => groups.reduce((total, group) => total + of(group), 0)
  const requests = sum((group) => group.requests)
  const milliseconds = sum((group) => (group.avg_duration_ms ?? 0) * group.requests)
  return {
    requests,
    errors: sum(({ errors }) => errors),
    denied: sum(({ denied }) => denied),
    bytes_in: sum(({ bytes_in }) => bytes_in),
    bytes_out: sum(({ bytes_out }) => bytes_out),
    avg_duration_ms: requests === 0 ? null : Math.round((milliseconds / requests) * 100) / 100,
  }
}

/** The period of a report: up to now, in whole hours or days. */
interface Period {
  /** As requested. */
  readonly name: string
  /** ISO 8601, in UTC. */
  readonly since: string
  readonly until: string
  readonly step: 'hour' | 'day'
}

const most = 400
const length = { hour: 3_600_000, day: 86_400_000 } as const

/** Parses `7d` or `24h`. Throws a 400 for other forms, and for more than 400 of either. */
export function readPeriod(params: Params, usual: string, now: number): Period {
  const name = text(params, 'period')?.trim().toLowerCase() || usual
  const [, count = '', unit] = /^(\d{1,3})([dh])$/.exec(name) ?? []
  const wanted = Number(count)
  if (unit === undefined || wanted < 1 || wanted > most) {
    throw new Problem(400, `'period' must be from 1 to ${most} hours or days, such as 24h or 7d.`)
  }
  const step = unit === 'h' ? 'hour' : 'day'
  const until = (Math.floor(now / length[step]) + 1) * length[step]
  return { name, since: iso(until - wanted * length[step]), until: iso(until), step }
}

const iso = (time: number): string => new Date(time).toISOString()
