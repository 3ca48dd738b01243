import { changeSetParameter } from '@millwright/contract/records/data-history'
import type { Params } from '../../instance/transport.ts'

/** Marks the requests of one import, or of one save of the grid, as belonging together; servers without data history ignore it. */
export function changeSet(origin: 'grid' | 'import'): Params {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0'))
  return { [changeSetParameter]: `${origin}:${id.join('')}` }
}
