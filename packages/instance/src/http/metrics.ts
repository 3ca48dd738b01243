import { BlockList, isIPv6 } from 'node:net'
import { Problem } from '@millwright/contract/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Instruments } from '../platform/instruments/instruments.ts'
import type { ServedRequest } from './served-request.ts'
import { commonHeaders, refuse } from './server.ts'

/** Maximum number of service names in metrics. Only existing names count, and more than these are not useful. */
const maxServices = 200

const verbs = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

/** Measures the duration of each request. `isService` returns whether a service with that name exists. */
export function requestMetrics(
  instruments: Instruments,
  isService: (name: string) => boolean,
): (served: ServedRequest) => void {
  const labels = new Set<string>()

  function labelOf(service: string | null): string {
    if (service === null) return 'none'
    if (labels.has(service)) return service
    if (labels.size >= maxServices || !isService(service)) return 'other'
    labels.add(service)
    return service
  }

  /** By label values. */
  const timers = new Map<string, (seconds: number) => void>()

  function timerOf(service: string, verb: string, status: string): (seconds: number) => void {
    const name = `${status} ${verb} ${service}`
    const known = timers.get(name)
    if (known !== undefined) return known
    const recorder = instruments.timer('millwright_http_request_duration_seconds', { service, verb, status })
    timers.set(name, recorder)
    return recorder
  }

  return ({ service, method, status, milliseconds, isCutOff }) => {
    const time = timerOf(labelOf(service), verbs.has(method) ? method : 'other', `${Math.floor(status / 100)}xx`)
    time(milliseconds / 1000)
    if (isCutOff) instruments.count('millwright_requests_cut_off_total')
  }
}

/** Headers that proxies add to forwarded requests. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-forwarded-by',
  'x-original-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
]

const loopback = networks(['127.0.0.0/8', '::1'])
const ownNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Who may read metrics (docs/operate/metrics.md): this machine, by one of its own addresses, and the listed networks. A forwarded
 * request never counts as local, wherever the proxy is; it counts as from the address that a trusted proxy reports, which has to
 * be listed.
 */
export function metricsAccess(allow: readonly string[]): (request: FastifyRequest) => boolean {
  const listed = networks(allow)
  return ({ ip, headers, raw }) => {
    const peer = raw.socket.remoteAddress ?? ''
    if (forwarding.some((name) => headers[name] !== undefined)) return ip !== peer && has(listed, ip)
    return has(listed, peer) || (has(loopback, peer) && ownNames.test(headers.host ?? ''))
  }
}

interface MetricsParts {
  readonly mayRead: (request: FastifyRequest) => boolean
  readonly contentType: string
  readonly text: () => Promise<string>
}

/** `GET /metrics`, which responds with 404 to everyone who may not read it. */
export function addMetrics(server: FastifyInstance, { mayRead, contentType, text }: MetricsParts): void {
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) return refuse(reply, new Problem(404, 'There is nothing at this address.'))
    return reply
      .headers(commonHeaders)
      .type(contentType)
      .send(await text())
  })
}

function networks(list: readonly string[]): BlockList {
  const found = new BlockList()
  for (const item of list) {
    const [address = '', bits] = item.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) found.addAddress(address, family)
    else found.addSubnet(address, Number(bits), family)
  }
  return found
}

/** IPv4 addresses may be mapped to IPv6 if an IPv6 socket has accepted them. */
function has(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
