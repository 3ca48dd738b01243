import { allVerbs, verbs } from '@millwright/contract/verbs'
import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import { question, testRole } from './test-rules.ts'

const sessionEndpoints = [
  { path: 'admin/session', verbs },
  { path: 'environment', verbs: ['GET'] as const },
]

describe('a decision apart from rules', () => {
  it('rejects everything without a role and with an inactive one', () => {
    const inactive = testRole([{ service: null, component: '*' }], false)
    for (const role of [null, inactive]) expect(decide(question(role, 'GET db/x'), []).allowed).toBe(false)
  })

  it('lets any caller use public endpoints, with the exact path and their verbs only', () => {
    const inactive = testRole([{ service: null, component: '*' }], false)
    for (const role of [null, inactive, testRole([])]) {
      const allowed = (call: string) => decide(question(role, call), sessionEndpoints).allowed
      expect(allowed('POST system/admin/session')).toBe(true)
      expect(allowed('GET system/environment')).toBe(true)
      expect(allowed('POST system/environment')).toBe(false)
      expect(allowed('GET system/admin/session/5')).toBe(false)
      expect(allowed('GET system/admin')).toBe(false)
    }
  })

  it('lets an unrestricted administrator do everything, whatever a role allows', () => {
    const inactive = testRole([{ service: 'system', component: 'role', verbs: [] }], false)
    for (const role of [null, inactive]) {
      const caller = { sysadmin: true, role }
      expect(decide(question(null, 'DELETE system/role', { caller }), [])).toEqual({
        allowed: true,
        tier: 'sysadmin',
        mask: allVerbs,
      })
    }
  })
})
