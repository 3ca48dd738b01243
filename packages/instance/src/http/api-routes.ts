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
      onRequest: (request, reply, done) => {
        const rules = corsRules()
        if (rules instanceof Promise) rules.then((read) => applyCors(read, request, reply, done), done)
        else applyCors(rules, request, reply, done)
      },
      handler: async (request, reply) => {
        const read = readCall(request, publicUrl)
        const call = read instanceof Promise ? await read : read
        const sent = sendAnswer(reply, await gateway(call), call)
        return sent instanceof Promise ? await sent : sent
      },
    })
  }
}

function applyCors(rules: readonly CorsRule[], request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { origin, 'access-control-request-method': method } = request.headers
  const rule = rules.length === 0 ? undefined : matching(rules, request.url)
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

function matching(rules: readonly CorsRule[], url: string): CorsRule | undefined {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return rules.find((rule) => rule.matches(path))
}
