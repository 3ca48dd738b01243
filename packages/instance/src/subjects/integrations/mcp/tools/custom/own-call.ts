import { apiPrefix } from '@millwright/contract/headers'
import { verbs } from '@millwright/contract/verbs'
import { readPath } from '../../../../../request/call-path.ts'
import type { Authority } from '../../../../../request/caller.ts'
import { listIn } from '../answers.ts'
import { cut, takeWithinBudget } from '../rows.ts'
import type { ToolAnswer, ToolSession } from '../tool.ts'
import { askOther } from './ask-other.ts'

/** Whether a URL belongs to this instance, which is called with the caller's rights. */
export function isOwn(address: string, origin: string): boolean {
  return address.startsWith(`${apiPrefix}/`) || (origin !== '' && address.startsWith(`${origin}${apiPrefix}/`))
}

interface OwnCall {
  readonly method: string
  /** Of this instance. */
  readonly address: string
  readonly origin: string
  readonly query: Readonly<Record<string, unknown>>
  readonly payload: unknown
  readonly author: Authority | null
}

/** A request of a custom tool to this instance: with the rights that both its author and its caller have. */
export async function ownCall(
  { method, address, origin, query, payload, author }: OwnCall,
  session: ToolSession,
): Promise<ToolAnswer> {
  const own = address.startsWith('/') ? address : address.slice(origin.length)
  const url = new URL(own, 'http://instance')
  const { service, resource, endsInSlash } = readPath(url.pathname.slice(apiPrefix.length))
  const named = Object.entries(query).map(([name, value]) => [name, String(value)])
  const params = { ...Object.fromEntries(url.searchParams), ...Object.fromEntries(named) }
  const verb = verbs.find((each) => each === method) ?? 'GET'
  return answerOf(await askOther(session, { verb, service, resource, endsInSlash, params, payload, author }), session)
}

/** The result of a custom tool, cut to the maximum length. */
export function answerOf(value: unknown, { longest }: Pick<ToolSession, 'longest'>): ToolAnswer {
  const shown = cut(value ?? null, 2_000)
  if (JSON.stringify(shown).length <= longest) return { value: { result: shown } }
  const list = listIn(value)
  return { value: { result: takeWithinBudget(list, longest), total: list.length } }
}
