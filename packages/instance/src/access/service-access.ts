import { allVerbs } from '@millwright/contract/verbs'
import type { Caller } from '../request/caller.ts'
import { grantedRules } from '../request/compiled-role.ts'

type Rights = Pick<Caller, 'sysadmin' | 'role' | 'narrowedBy'>

/** Whether the caller may use any part of a service, so that lists of services show it. `service` in lower case. */
export function mayUseService(caller: Rights, service: string): boolean {
  return serviceMask(caller, service) !== 0
}

/** The verbs that the caller may use in any part of a service, as a mask. `service` in lower case. */
export function serviceMask(caller: Rights, service: string): number {
  const authors = caller.narrowedBy ?? []
  return authors.reduce((left, author) => left & serviceMask(author.caller, service), ownMask(caller, service))
}

function ownMask(caller: Rights, service: string): number {
  if (caller.sysadmin) return allVerbs
  if (caller.role === null || !caller.role.isActive) return 0
  let named = false
  let mask = 0
  let everywhere = 0
  for (const rule of caller.role.rules) {
    if (rule.service === service) {
      named = true
      mask |= rule.verbMask
    } else if (rule.service === null) everywhere |= rule.verbMask
  }
  const granted = grantedRules(caller.role).filter((rule) => rule.service === service)
  return granted.reduce((sum, rule) => sum | rule.verbMask, named ? mask : everywhere)
}
