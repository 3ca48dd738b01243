import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway } from '../gateway/gateway.ts'
import { type CorsRule, corsHeaders, preflight } from './cors/cors-rule.ts'
import type { CorsRules } from './cors/cors-rules.ts'
import { readCall } from './read-call.ts'
import { sendAnswer } from './send-answer.ts'
import { refuse } from './server.ts'

export interface ApiParts {
  readonly gateway: Gateway
  readonly corsRules: CorsRules
  readonly publicUrl: string | null
}

/** Answers everything below `/api/v2` from the gateway, and lets CORS entries speak before anything is believed. */
export function addApi(server: FastifyInstance, { gateway, corsRules, publicUrl }: ApiParts): void {
  const method = [...server.supportedMethods]
  for (const url of [apiPrefix, `${apiPrefix}/*`]) {
    server.route({
      method,
      url,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        const rules = corsRules()
        return applyCors(rules instanceof Promise ? await rules : rules, request, reply)
      },
      handler: async (request, reply) => {
        const call = await readCall(request, publicUrl)
        return sendAnswer(reply, await gateway(call), call)
      },
    })
  }
}

function applyCors(rules: readonly CorsRule[], request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const { origin, 'access-control-request-method': method } = request.headers
  const rule = rules.length === 0 ? undefined : matching(rules, request.url)
  if (request.method !== 'OPTIONS' || method === undefined) {
    reply.headers(corsHeaders(rule, origin))
    return undefined
  }
  const answer = preflight(rule, { origin, method, headers: request.headers['access-control-request-headers'] })
  reply.headers(answer.headers)
  if (answer.status === 204) return reply.code(204).send()
  return refuse(reply, new Problem(405, `The method '${method}' is not allowed for other origins here.`))
}

function matching(rules: readonly CorsRule[], url: string): CorsRule | undefined {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return rules.find((rule) => rule.matches(path))
}
