import { type ClientRequest, Agent as HttpAgent, request as overHttp, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'

export interface ConnectionOptions {
  /** Address of a forward proxy; absent or null: none, whatever the environment says. */
  readonly proxy?: string | null
  /** Whether certificates have to be trusted; they do unless this is false. */
  readonly verify?: boolean
  /** Milliseconds after which a connection that nobody uses is ended. */
  readonly idle?: number
  /** Connections to one host at a time; absent: any number. */
  readonly most?: number
}

/** HTTP connections to other servers, kept for the next requests (docs/adr/0015-outgoing-http.md). */
export interface Connections {
  request(address: URL, options: RequestOptions): ClientRequest
  /** Connections in use end with their request. */
  close(): void
}

export function openConnections({
  proxy = null,
  verify = true,
  idle = 60_000,
  most = Number.POSITIVE_INFINITY,
}: ConnectionOptions = {}): Connections {
  const proxyEnv = proxy === null ? {} : { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }
  const options = { keepAlive: true, maxSockets: most, maxFreeSockets: 8, timeout: idle, ...proxyEnv }
  const http = new HttpAgent(options)
  const https = new HttpsAgent({ ...options, rejectUnauthorized: verify })
  return {
    request: (address, given) => requestTo(address, { ...given, agent: isSecure(address) ? https : http }),
    close() {
      for (const agent of [http, https]) {
        agent.maxFreeSockets = 0
        for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
      }
    },
  }
}

/** Begins a request by the protocol of its address. */
export function requestTo(address: URL, options: RequestOptions): ClientRequest {
  return (isSecure(address) ? overHttps : overHttp)(address, options)
}

const isSecure = ({ protocol }: URL) => protocol === 'https:'
