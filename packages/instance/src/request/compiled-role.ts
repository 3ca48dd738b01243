import type { AccessFilter } from '@millwright/contract/records/role'
import { allVerbs, requestorMask } from '@millwright/contract/verbs'

/** A role compiled for access decisions, once per change of the role or its access rows. */
export interface CompiledRole {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
  readonly rules: readonly AccessRule[]
  /** Rights of one person or app beside those of the role; absent: none. */
  readonly grants?: HeldGrants
}

/** Rights that were granted for a time (docs/wire/access-requests.md). */
export interface HeldGrants {
  /** The rules of those that have not ended at the moment of the call. The same list as long as none ends. */
  current(): readonly AccessRule[]
}

const none: readonly AccessRule[] = []

/** The rules of grants that have not ended now. */
export const grantedRules = ({ grants }: CompiledRole): readonly AccessRule[] => grants?.current() ?? none

/** All rules that may allow something: those of the role, and those of grants that have not ended now. */
export function everyRule(role: CompiledRole): readonly AccessRule[] {
  const granted = grantedRules(role)
  return granted.length === 0 ? role.rules : [...role.rules, ...granted]
}

/** An access row with its component normalized: lower case, outer slashes trimmed. */
export interface AccessRule {
  readonly id: number
  /** Service name in lower case; `null`: all services. */
  readonly service: string | null
  readonly component: string
  readonly verbMask: number
  readonly requestorMask: number
  readonly filters: readonly AccessFilter[]
  readonly filterOp: 'AND' | 'OR'
  /** When the grant ends that the rule comes from, and its access request; absent: the rule is one of the role. */
  readonly granted?: { readonly request: number; readonly until: string }
}

/** Stands for the role of someone who has none, but grants; no other role has an empty name. */
export const noRole = { id: 0, name: '', isActive: true, rules: [] } as const satisfies CompiledRole

/** The rights of a full administrator, where others narrow them. */
export const fullAccess: CompiledRole = {
  id: 0,
  name: 'everything',
  isActive: true,
  rules: [
    {
      id: 0,
      service: null,
      component: '*',
      verbMask: allVerbs,
      requestorMask: requestorMask.API | requestorMask.SCRIPT,
      filters: [],
      filterOp: 'AND',
    },
  ],
}
