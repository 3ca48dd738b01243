import { changeSetParameter } from '@millwright/contract/records/data-history'
import type { Params } from '../../instance/transport.ts'

/** Says of the calls of one import, or of one saving of the grid, that they belong together; servers without a history pass over it. */
export function changeSet(origin: 'grid' | 'import'): Params {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0'))
  return { [changeSetParameter]: `${origin}:${id.join('')}` }
}
