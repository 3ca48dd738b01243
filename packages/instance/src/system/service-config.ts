import { secretMask } from '@millwright/contract/records/lookup'
import type { Vault } from '../parts.ts'
import { isRecord } from './body.ts'
import type { Row } from './sql-runner.ts'

/** Settings that are secret in every type of service which has them: encrypted at rest and never answered. */
const secrets = new Set(['password', 'secret', 'token', 'client_secret', 'passphrase'])

/** Encrypts the secret members of a sent configuration; a mask stays a mask, an empty secret stays empty. */
export function sealConfig(config: Row, vault: Vault): Row {
  return mapSecrets(config, (secret) => (secret === secretMask || secret === '' ? secret : vault.seal(secret)))
}

/** The stored configuration with its secrets readable, for whoever runs the service. */
export function openConfig(stored: string, vault: Vault): Row {
  return mapSecrets(parseConfig(stored), (secret) => (secret === '' ? secret : vault.open(secret)))
}

/** The stored configuration as it is answered. */
export function maskConfig(stored: string): Row {
  return mapSecrets(parseConfig(stored), (secret) => (secret === '' ? secret : secretMask))
}

/** The stored configuration after a change: what was not sent stays, and so does a secret that was sent as its mask. */
export function mergeConfig(before: Readonly<Row>, sent: Readonly<Row>): string {
  const merged: Row = { ...before }
  for (const [name, value] of Object.entries(sent)) {
    if (name === 'service_id' || name === '__proto__') continue
    merged[name] = secrets.has(name) && value === secretMask ? (before[name] ?? null) : value
  }
  return JSON.stringify(merged)
}

function mapSecrets(config: Row, change: (secret: string) => string): Row {
  const isSecret = (name: string, value: unknown) =>
    secrets.has(name) && (typeof value === 'string' || typeof value === 'number')
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, isSecret(name, value) ? change(String(value)) : value]),
  )
}

/** A stored configuration, its secrets still encrypted. */
export function parseConfig(text: string): Row {
  const config: unknown = JSON.parse(text)
  return isRecord(config) ? config : {}
}
