import { isRecord } from '@millwright/contract/wire/is-record'
import type { McpCaller } from '../../gateway/ports/mcp-endpoint.ts'
import type { AssistantCall } from '../../platform/tracing/request-story.ts'
import type { CalledBy } from './tool-session.ts'
import { cut } from './tools/rows.ts'
import { masked } from './tools/system/mask.ts'

const maxNames = 20
const longestName = 60
const longestValue = 200

/**
 * What the request log stores about an assistant's call: always the argument names, and the values, without secrets, only if
 * the service is configured to.
 */
export function notedCall(
  { message }: Pick<McpCaller, 'message'>,
  { given, version }: Pick<CalledBy, 'given' | 'version'>,
  keepsValues: boolean,
): AssistantCall {
  const { confirmation: _, ...args } = isRecord(given) ? given : {}
  const names = Object.keys(args).slice(0, maxNames)
  const shown = keepsValues ? masked(Object.fromEntries(names.map((name) => [name, args[name]]))) : null
  const protocol = message?.protocol ?? null
  return {
    arguments: names.map((name) => name.slice(0, longestName)),
    ...(isRecord(shown) && { values: Object.fromEntries(Object.entries(shown).map(brief)) }),
    ...(version !== null && { client_version: version.slice(0, longestName) }),
    ...(protocol !== null && { protocol }),
  }
}

function brief([name, value]: [string, unknown]): [string, unknown] {
  const kept = cut(value, longestValue)
  const text = JSON.stringify(kept) ?? ''
  return [name.slice(0, longestName), text.length > 1_000 ? `${text.slice(0, 1_000)}…` : kept]
}
