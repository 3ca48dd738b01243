import { Problem } from '@millwright/contract/problem'
import type { SystemResource } from '../../ground/system/resource.ts'

/** `system/constant`: always empty, for clients that request it (docs/wire/records.md). */
export const constant: SystemResource = {
  name: 'constant',
  label: 'Constants',
  description: 'Lists of names for clients; this instance has none.',
  singleton: false,
  keeps: 'nothing',
  readOnly: true,
  async handle({ verb }, rest) {
    if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on 'constant'.`)
    if (rest.length > 0) throw new Problem(404, `Constant '${rest.join('/')}' not found.`)
    return { status: 200, body: { resource: [] } }
  },
}
