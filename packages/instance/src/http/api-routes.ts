import type { Upload } from '@millwright/connector/request'
import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FindUploads, Gateway, TakesUpload } from '../gateway/gateway.ts'
import type { Registry } from '../gateway/registry.ts'
import { inRequest } from '../platform/tracing/request-context.ts'
import type { OpenSpan, Tracing } from '../platform/tracing/tracing.ts'
import type { RequestBounds } from '../request/request-bounds.ts'
import { rowsInBody } from '../request/row-stream.ts'
import type { StoreVersion } from '../store/store-version.ts'
import { type CorsRule, type CorsRules, corsHeaders, preflight } from './cors/cors-rules.ts'
import type { Origins } from './origins.ts'
import { pathOf, readApiCall } from './read-call.ts'
import { sendResponse } from './send-answer.ts'
import { loggedPath } from './served-request.ts'
import { refuse } from './server.ts'
import { serviceOf } from './target.ts'

const mayHaveBody = new Set(['POST', 'PUT', 'PATCH', 'MERGE', 'DELETE'])

export interface ApiParts {
  readonly version: Pick<StoreVersion, 'refusal'>
  readonly gateway: Gateway
  readonly findUploads: FindUploads
  readonly presentName: Registry['presentName']
  readonly corsRules: CorsRules
  /** Origins that links in responses and mails begin with. */
  readonly origins: Origins
  readonly bounds: RequestBounds
  /** `null` if tracing is disabled. */
  readonly tracing: Tracing | null
}

/** Serves everything below `/api/v2` through the gateway, and applies CORS entries before credentials are verified. */
export function addApi(
  server: FastifyInstance,
  { version, gateway, findUploads, presentName, corsRules, origins, bounds, tracing }: ApiParts,
): void {
  async function answer(request: FastifyRequest, reply: FastifyReply, upload?: Upload): Promise<FastifyReply> {
    const read = readApiCall(request, origins, bounds)
    const apiCall = read instanceof Promise ? await read : read
    const present = presentName(apiCall.service)
    const service = present instanceof Promise ? await present : present
    const call = service === apiCall.service ? apiCall : { ...apiCall, service }
    request.noted.asked = call
    const answered = await gateway(upload === undefined ? call : { ...call, upload })
    request.noted.story.rows = rowsInBody(answered.body)
    const sent = sendResponse(reply, answered, call)
    return sent instanceof Promise ? await sent : sent
  }

  function answerInContext(request: FastifyRequest, reply: FastifyReply, upload?: Upload): Promise<FastifyReply> {
    const span = tracing === null ? undefined : requestSpan(tracing, request, reply)
    return inRequest({ id: request.id, span, story: request.noted.story }, () => answer(request, reply, upload))
  }

  /** Responds to uploads before the server reads their bodies. */
  async function answerUpload(
    request: FastifyRequest,
    reply: FastifyReply,
    takes: TakesUpload,
  ): Promise<FastifyReply | undefined> {
    const call = await readApiCall(request, origins, bounds)
    if (call.verb === 'GET' || !takes(call)) return undefined
    try {
      return await answerInContext(request, reply, uploadOf(request))
    } finally {
      // Drains the body, because the client may not read the response before it has sent everything.
      request.raw.resume()
    }
  }

  /** Synchronous for requests to services without uploads. */
  function uploadsOf({ method, url }: FastifyRequest): ReturnType<FindUploads> {
    if (!mayHaveBody.has(method)) return null
    const present = presentName(serviceOf(pathOf(url)))
    return present instanceof Promise ? present.then(findUploads) : findUploads(present)
  }

  /** CORS entries have the present name of a service in their paths. */
  async function ruleOf(url: string, rules: ReturnType<CorsRules>): Promise<CorsRule | undefined> {
    const [path = ''] = url.split('?', 1)
    const service = serviceOf(path)
    // Together: the rules would be refused unheard where the name is refused first, as by a database that is away.
    const [present, all] = await Promise.all([presentName(service), rules])
    const rest = path.slice(apiPrefix.length).replace(/^\/+[^/]*/, '')
    const named = present === service ? path : `${apiPrefix}/${present}${rest}`
    return all.find((rule) => rule.matches(named))
  }

  const method = [...server.supportedMethods]
  for (const url of [apiPrefix, `${apiPrefix}/*`]) {
    server.route({
      method,
      url,
      exposeHeadRoute: false,
      onRequest: (request, reply, done) => {
        if (version.refusal !== null) return done(version.refusal)
        const rules = corsRules()
        if (!(rules instanceof Promise) && rules.length === 0) return applyCors(undefined, request, reply, done)
        ruleOf(request.url, rules).then((rule) => applyCors(rule, request, reply, done), done)
      },
      preParsing: (request, reply, payload, done) => {
        let uploads: ReturnType<FindUploads>
        try {
          uploads = uploadsOf(request)
        } catch {
          // The request itself fails with the same error.
          uploads = null
        }
        if (uploads === null) return done(null, payload)
        Promise.resolve(uploads)
          .then((takes) => (takes === null ? undefined : answerUpload(request, reply, takes)))
          .then((answered) => answered ?? done(null, payload), done)
      },
      handler: (request, reply) => answerInContext(request, reply),
    })
  }
}

/** A span from when the body has arrived to the end of the response. */
function requestSpan(tracing: Tracing, request: FastifyRequest, { raw }: FastifyReply): OpenSpan {
  const { id, method, ip } = request
  const path = loggedPath(request.url)
  const service = serviceOf(path)
  const span = tracing.begin(service === '' ? method : `${method} ${service}`, request.headers, {
    'http.request.method': method,
    'url.path': path,
    'client.address': ip,
    'millwright.service': service,
    'millwright.request_id': id,
  })
  raw.once('close', () => {
    span.note({ 'http.response.status_code': raw.statusCode })
    span.end(raw.statusCode >= 500)
  })
  return span
}

function applyCors(rule: CorsRule | undefined, request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { origin, 'access-control-request-method': method } = request.headers
  if (request.method !== 'OPTIONS' || method === undefined) {
    reply.headers(corsHeaders(rule, origin))
    done()
    return
  }
  const answer = preflight(rule, { origin, method, headers: request.headers['access-control-request-headers'] })
  reply.headers(answer.headers)
  if (answer.status === 204) reply.code(204).send()
  else refuse(reply, new Problem(405, `The method '${method}' is not allowed for other origins here.`))
}

/** The body of a request as a stream. */
function uploadOf({ raw, headers }: FastifyRequest): Upload {
  const size = Number(headers['content-length'])
  return {
    content: raw,
    contentType: headers['content-type'] ?? '',
    size: Number.isSafeInteger(size) ? size : null,
  }
}
