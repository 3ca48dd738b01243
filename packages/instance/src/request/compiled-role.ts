import type { AccessFilter } from '@millwright/contract/records/role'
import { allVerbs, requestorMask } from '@millwright/contract/verbs'

/** A role compiled for access decisions, once per change of the role or its access rows. */
export interface CompiledRole {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
  readonly rules: readonly AccessRule[]
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
}

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
