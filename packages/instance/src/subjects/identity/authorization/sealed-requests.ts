import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type McpScope, mcpScopes } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'

/** A request for consent. */
export interface ConsentRequest {
  readonly service: number
  readonly clientId: string
  readonly clientName: string
  /** Whether the name comes from the client's own site rather than from its registration. */
  readonly clientVerified: boolean
  readonly scopes: readonly McpScope[]
  readonly by: AskingBrowser | AskingDevice
}

/** A client that sent a person's browser here, and receives the response by it. */
export interface AskingBrowser {
  readonly redirectUri: string
  readonly state: string | null
  /** Issuer of the service. */
  readonly issuer: string
  readonly challenge: string
}

/** A device that shows a code and polls for the response. */
export interface AskingDevice {
  readonly device: number
  readonly userCode: string
}

/** Requests of clients, sealed while they pass through browsers, so that unanswered ones need no storage. */
export interface SealedRequests {
  seal(consentRequest: ConsentRequest): string
  /** Throws 400 if the text is altered or too old. */
  open(text: string): OpenRequest
}

interface OpenRequest {
  readonly asked: ConsentRequest
  /** Identifies the request, so that it can be used only once. */
  readonly name: string
  /** Unix seconds. */
  readonly until: number
}

/** Seconds that people have to sign in and decide. */
const patience = 900
const longest = 16_384

export function createSealedRequests(vault: Vault, clock: Clock): SealedRequests {
  return {
    seal(consentRequest) {
      const until = Math.floor(clock() / 1000) + patience
      const nonce = randomBytes(16).toString('base64url')
      return vault.seal(JSON.stringify({ purpose: 'consent', until, nonce, asked: consentRequest }))
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

  function read(text: string): { until: number; nonce: string; asked: ConsentRequest } | null {
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

function isAsked(value: unknown): value is ConsentRequest {
  return (
    isRecord(value) &&
    typeof value.service === 'number' &&
    typeof value.clientId === 'string' &&
    typeof value.clientName === 'string' &&
    isRecord(value.by) &&
    (isBrowser(value.by) || isDevice(value.by)) &&
    typeof value.clientVerified === 'boolean' &&
    Array.isArray(value.scopes) &&
    value.scopes.every((scope: unknown) => mcpScopes.some((known) => known === scope))
  )
}

function isBrowser({ redirectUri, issuer, challenge, state }: Readonly<Record<string, unknown>>): boolean {
  const isText = [redirectUri, issuer, challenge].every((text) => typeof text === 'string')
  return isText && (state === null || typeof state === 'string')
}

const isDevice = ({ device, userCode }: Readonly<Record<string, unknown>>) =>
  typeof device === 'number' && typeof userCode === 'string'
