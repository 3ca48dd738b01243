import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type McpScope, mcpScopes } from '../../gateway/ports/mcp-access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/vault.ts'

/** What somebody is asked to allow. */
export interface AskedConsent {
  readonly service: number
  /** The service as an issuer. */
  readonly issuer: string
  readonly clientId: string
  readonly clientName: string
  /** Whether the name comes from the client's own site, rather than from whoever registered it. */
  readonly clientVerified: boolean
  readonly redirectUri: string
  readonly state: string | null
  readonly challenge: string
  readonly scopes: readonly McpScope[]
}

/** Requests of clients on their way through people's browsers: nothing is kept of those that nobody answers. */
export interface SealedRequests {
  seal(asked: AskedConsent): string
  /** Refuses with 400 what is altered or too old. */
  open(text: string): OpenRequest
}

interface OpenRequest {
  readonly asked: AskedConsent
  /** Names the request, to let it serve once. */
  readonly name: string
  /** Unix seconds. */
  readonly until: number
}

/** Seconds in which people have to sign in and decide. */
const patience = 900
const longest = 16_384

export function createSealedRequests(vault: Vault, clock: Clock): SealedRequests {
  return {
    seal(asked) {
      const until = Math.floor(clock() / 1000) + patience
      const nonce = randomBytes(16).toString('base64url')
      return vault.seal(JSON.stringify({ purpose: 'consent', until, nonce, asked }))
    },

    open(text) {
      const sealed = read(text)
      if (sealed === null) throw new Problem(400, 'This request was not made here. Connect again from your client.')
      if (sealed.until * 1000 < clock()) {
        throw new Problem(400, 'This request has waited too long. Connect again from your client.')
      }
      const name = `consent ${createHash('sha256').update(sealed.nonce).digest('base64url')}`
      return { asked: sealed.asked, name, until: sealed.until }
    },
  }

  function read(text: string): { until: number; nonce: string; asked: AskedConsent } | null {
    try {
      const sealed: unknown = text.length > longest ? null : JSON.parse(vault.open(text))
      if (!isRecord(sealed) || sealed.purpose !== 'consent') return null
      const { until, nonce, asked } = sealed
      return typeof until === 'number' && typeof nonce === 'string' && isAsked(asked) ? { until, nonce, asked } : null
    } catch {
      return null
    }
  }
}

function isAsked(value: unknown): value is AskedConsent {
  return (
    isRecord(value) &&
    typeof value.service === 'number' &&
    [value.issuer, value.clientId, value.clientName, value.redirectUri, value.challenge].every(
      (text) => typeof text === 'string',
    ) &&
    (value.state === null || typeof value.state === 'string') &&
    typeof value.clientVerified === 'boolean' &&
    Array.isArray(value.scopes) &&
    value.scopes.every((scope: unknown) => mcpScopes.some((known) => known === scope))
  )
}
