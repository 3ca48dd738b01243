import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import { substituteLookups } from '../../../platform/lookup-substitution.ts'
import type { LinkChange } from './replace-links.ts'

/** Pairs the base URLs of all active `rws` services with their URLs on this instance. `address`: scheme and host of the instance. */
export type LinkChanges = (address: string) => Promise<readonly LinkChange[]>

export function createLinkChanges({ store, lookups }: Pick<Parts, 'store' | 'lookups'>): LinkChanges {
  return async (address) => {
    const rows = await store.db
      .selectFrom('service')
      .select(['name', 'config'])
      .where('type', '=', 'rws')
      .where('is_active', '=', 1)
      .execute()
    const keys = await lookups.ofInstance()
    return rows.flatMap(({ name, config }) => {
      const base = substituteLookups(baseOf(config), keys).trim().replace(/\/+$/, '')
      const isAddress = /^https?:\/\/[^?#]+$/i.test(base)
      return isAddress ? [{ from: base, to: `${address}/api/v2/${name}` }] : []
    })
  }
}

function baseOf(stored: string): string {
  const config: unknown = JSON.parse(stored)
  return isRecord(config) && typeof config.base_url === 'string' ? config.base_url : ''
}
