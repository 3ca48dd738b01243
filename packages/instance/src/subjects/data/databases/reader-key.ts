import { createHash } from 'node:crypto'
import type { MaybePromise } from '@millwright/connector/engine/statement'
import type { Parts } from '../../../gateway/parts.ts'
import { substituteLookups } from '../../../platform/lookup-substitution.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Authority } from '../../../request/caller.ts'
import { type AccessRule, type CompiledRole, grantedRules } from '../../../request/compiled-role.ts'

interface KnownRole {
  readonly key: string
  /** Values of its conditions that contain lookup keys. */
  readonly personal: readonly string[]
}

const known = new WeakMap<CompiledRole, KnownRole>()

/**
 * Returns an equal text for callers with the same read access: by the permissions and row filters of their roles, with lookup keys in these
 * filters substituted (docs/wire/caches.md). The same on all nodes.
 */
export function readerKey(
  parts: Pick<Parts, 'lookups' | 'config'>,
  request: Pick<ApiRequest, 'caller' | 'requestor' | 'origin'>,
): MaybePromise<string> {
  const { narrowedBy } = request.caller
  return narrowedBy === undefined ? ownKey(parts, request) : narrowedKey(parts, request, narrowedBy)
}

async function narrowedKey(
  parts: Pick<Parts, 'lookups' | 'config'>,
  request: Pick<ApiRequest, 'caller' | 'requestor' | 'origin'>,
  narrowedBy: readonly Authority[],
): Promise<string> {
  const callers = [request.caller, ...narrowedBy.map(({ caller }) => caller)]
  const keys = await Promise.all(
    callers.map((caller) => (caller.role === null ? 'nothing' : ownKey(parts, { ...request, caller }))),
  )
  return digest(keys)
}

function ownKey(
  { lookups, config }: Pick<Parts, 'lookups' | 'config'>,
  { caller, requestor, origin }: Pick<ApiRequest, 'caller' | 'requestor' | 'origin'>,
): MaybePromise<string> {
  if (caller.sysadmin || caller.role === null) return ''
  const role = withGrants(roleOf(caller.role), grantedRules(caller.role))
  if (role.personal.length === 0) return `${requestor} ${role.key}`
  return lookups.of(caller, config.publicUrl ?? origin).then((values) => {
    const own = role.personal.map((text) => substituteLookups(text, values))
    return `${requestor} ${digest([role.key, ...own])}`
  })
}

function roleOf(role: CompiledRole): KnownRole {
  const there = known.get(role)
  if (there !== undefined) return there
  const conditions = role.rules.flatMap(({ filters }) => filters.map(({ value }) => String(value ?? '')))
  const made = { key: digest(role.rules), personal: conditions.filter((value) => value.includes('{')) }
  known.set(role, made)
  return made
}

/** Grants may have ended since the role was seen last. */
function withGrants(role: KnownRole, granted: readonly AccessRule[]): KnownRole {
  if (granted.length === 0) return role
  const conditions = granted.flatMap(({ filters }) => filters.map(({ value }) => String(value ?? '')))
  return {
    key: digest([role.key, granted]),
    personal: [...role.personal, ...conditions.filter((value) => value.includes('{'))],
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
