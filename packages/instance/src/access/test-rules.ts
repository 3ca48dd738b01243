import { allVerbs, maskOf, requestorMask, type Verb } from '@millwright/contract/verbs'
import type { Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import { compileRole } from './compile-role.ts'
import type { AccessQuestion } from './decide.ts'

export interface RuleValues {
  /** `null` for all services. */
  readonly service: string | null
  readonly component: string
  readonly verbs?: readonly Verb[] | 'all'
  readonly requestors?: number
  readonly filters?: string | null
  readonly filter_op?: string
}

/** An active or inactive role with these access rows, numbered from 1. */
export function testRole(rules: readonly RuleValues[], isActive = true): CompiledRole {
  const rows = rules.map((rule, index) => ({
    id: index + 1,
    service_id: rule.service === null ? null : 1,
    service_name: rule.service,
    component: rule.component,
    verb_mask: rule.verbs === undefined || rule.verbs === 'all' ? allVerbs : maskOf(rule.verbs),
    requestor_mask: rule.requestors ?? requestorMask.API,
    filters: rule.filters ?? null,
    filter_op: rule.filter_op ?? 'and',
  }))
  return compileRole({ id: 1, name: 'tested', is_active: isActive ? 1 : 0 }, rows)
}

export function testCaller(values: Partial<Caller> = {}): Caller {
  return { user: null, app: null, role: null, sysadmin: false, token: null, sentKey: false, ...values }
}

/** `call` is a request such as `GET db/_table/items`. */
export function question(
  role: CompiledRole | null,
  call: string,
  values: Partial<AccessQuestion> = {},
): AccessQuestion {
  const [verb = 'GET', path = ''] = call.split(' ')
  const [service = '', ...rest] = path.split('/')
  return {
    verb: verb as Verb,
    service: service.toLowerCase(),
    resource: rest.join('/'),
    requestor: 'API',
    caller: { sysadmin: false, role },
    ...values,
  }
}
