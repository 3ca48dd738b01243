import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Parts } from '../../../../gateway/parts.ts'
import type { Caller } from '../../../../request/caller.ts'
import { toolResult } from '../protocol/wire-tool.ts'
import type { Called } from '../surface.ts'
import { argsSchema, readArgs, textArg, whole } from '../tools/args.ts'
import type { Tool } from '../tools/tool.ts'

/** Handles for long responses. A handle is the encrypted call that produces the response again, so that any node can continue it. */
export interface LongAnswers {
  /** `null` if the call is too long for a handle. */
  issue(call: Called, caller: Caller): string | null
  /** `null` if the handle was issued to another caller or has expired. */
  open(handle: string, caller: Caller): Called | null
}

/** In seconds. */
const life = 900
const longestHandle = 2_000

export function createLongAnswers(service: string, { vault, clock }: Pick<Parts, 'vault' | 'clock'>): LongAnswers {
  const now = () => Math.floor(clock() / 1000)
  const whoIs = ({ user, app, role }: Caller) =>
    JSON.stringify([service, user?.id ?? null, app?.id ?? null, role?.id ?? null])

  return {
    issue({ name, given }, caller) {
      const handle = vault.seal(JSON.stringify({ mcp: 'answer', name, given, who: whoIs(caller), until: now() + life }))
      return handle.length > longestHandle ? null : handle
    },
    open(handle, caller) {
      const known = handle.length > longestHandle ? null : opened(handle)
      if (known === null || known.mcp !== 'answer' || known.who !== whoIs(caller)) return null
      if (typeof known.until !== 'number' || known.until <= now()) return null
      return { name: String(known.name), given: known.given }
    },
  }

  function opened(handle: string): Readonly<Record<string, unknown>> | null {
    try {
      const value: unknown = JSON.parse(vault.open(handle))
      return isRecord(value) ? value : null
    } catch {
      return null
    }
  }
}

/**
 * Maximum characters of a response that is returned whole, and characters of the first page of a longer one. They differ, as a
 * short rest is not worth another call.
 */
const maxCharacters = 8_000
const firstPage = 6_000
const maxMore = 12_000

/**
 * Replaces a long response by its start and how to continue. Returns other responses unchanged, and those for which `handle`
 * returns `null`.
 */
export function shortened(result: CallToolResult, handle: () => string | null): CallToolResult {
  const [block, ...others] = result.content
  if (block?.type !== 'text' || others.length > 0 || block.text.length <= maxCharacters) return result
  const reference = handle()
  if (reference === null) return result
  const { structuredContent: _, ...rest } = result
  const more = `[${firstPage} of ${block.text.length} characters. fetch_more goes on at offset ${firstPage} of the handle ${reference}]`
  return { ...rest, content: [{ ...block, text: `${block.text.slice(0, firstPage)}\n${more}` }] }
}

/** The tool that continues a long response: it runs the original tool again, with the caller's current rights and on current data. */
export function fetchMore(tools: readonly Tool[], answers: LongAnswers): Tool {
  return {
    name: 'fetch_more',
    title: 'Go on with a long answer',
    description: 'More of an answer that was cut.',
    args: argsSchema(
      {
        handle: textArg(),
        offset: whole(undefined, { minimum: 0 }),
        limit: whole('characters', { minimum: 1, maximum: maxMore }),
      },
      ['handle', 'offset'],
    ),
    result: { properties: { text: { type: 'string' }, end: { type: 'integer' }, more: { type: 'boolean' } } },
    effect: 'read',
    async run({ handle, offset, limit }, session) {
      const call = answers.open(String(handle), session.caller)
      const tool = tools.find(({ name }) => name === call?.name)
      if (call === null || tool === undefined || tool.effect !== 'read') {
        throw new Problem(404, 'The handle is invalid or expired. Call the tool again.')
      }
      const [block] = toolResult(tool, await tool.run(readArgs(tool.args, call.given), session)).content
      const whole = block?.type === 'text' ? block.text : ''
      const from = Number(offset)
      const end = Math.min(whole.length, from + Number(limit ?? firstPage))
      const page = { handle: String(handle), offset: from, end, total: whole.length, more: end < whole.length }
      return { value: { ...page, text: whole.slice(from, end) } }
    },
  }
}
