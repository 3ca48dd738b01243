import { createHash, randomUUID } from 'node:crypto'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceHost } from '../../../gateway/service-kind.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Args } from './tools/read-args.ts'

/** A tool call that requires a person's confirmation. */
export interface ConfirmedCall {
  readonly service: string
  readonly tool: string
  readonly args: Args
  readonly caller: Caller
}

/** Tokens that prove that a call was announced beforehand. They cannot be forged, work once, and are valid on any node. */
export interface Confirmations {
  issue(agreed: ConfirmedCall): string
  /** Whether a token was issued for exactly this call, has not expired, and was not used before. */
  use(confirmation: string, agreed: ConfirmedCall): Promise<boolean>
}

/** In seconds. */
const life = 600

export function createConfirmations({ parts, useOnce }: Pick<ServiceHost, 'parts' | 'useOnce'>): Confirmations {
  const { vault, clock } = parts
  const now = () => Math.floor(clock() / 1000)
  return {
    issue: (agreed) => vault.seal(JSON.stringify({ mcp: markOf(agreed), once: randomUUID(), until: now() + life })),
    async use(confirmation, agreed) {
      const known = opened(confirmation)
      if (known === null || known.mcp !== markOf(agreed) || known.until <= now()) return false
      return await useOnce(`mcp ${known.once}`, known.until)
    },
  }

  function opened(text: string): { readonly mcp: string; readonly once: string; readonly until: number } | null {
    try {
      const value: unknown = JSON.parse(vault.open(text))
      if (!isRecord(value)) return null
      const { mcp, once, until } = value
      if (typeof mcp !== 'string' || typeof once !== 'string' || typeof until !== 'number') return null
      return { mcp, once, until }
    } catch {
      return null
    }
  }
}

function markOf({ service, tool, args, caller }: ConfirmedCall): string {
  const who = [caller.user?.id ?? null, caller.app?.id ?? null, caller.role?.id ?? null]
  const what = Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([service, tool, who, what]))
    .digest('base64url')
}
