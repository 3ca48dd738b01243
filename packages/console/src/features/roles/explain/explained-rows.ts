import type { AccessExplanation, HypotheticalRequest } from '@millwright/contract/wire/access-explanation'
import { accessRows } from '../../../widgets/access/access-rules/access-rows.ts'
import {
  type RowAccess,
  rowAccess,
  type TablePlace,
  tablePlace,
} from '../../../widgets/access/access-rules/row-access.ts'

/**
 * What the role of an explanation allows on the rows of the table, by all ways at once; `null` if the request is not for a table, or if
 * something other than the rules of the role decides.
 */
export function explainedRows(
  { considered, service, decided_by, author, row_filter }: AccessExplanation,
  { path = '', requestor, script }: HypotheticalRequest,
): { readonly place: TablePlace; readonly access: RowAccess } | null {
  const [, table] = /(?:^|\/)(_table\/[^/?#]+)/i.exec(path) ?? []
  if (!service || table === undefined || author || (decided_by !== 'rules' && decided_by !== 'no_rule')) return null
  const place = tablePlace({ serviceId: service.id, component: table })
  if (place === null) return null
  // What grants add is told by their own lines.
  const ofRole = considered.filter(({ granted }) => granted === undefined)
  const rules = ofRole.map(({ service: name, ...rule }) => {
    const service_id = name === null ? null : name === service.name.toLowerCase() ? service.id : otherService
    return { ...rule, service_id, ...emptyAudit }
  })
  const access = rowAccess(accessRows(rules), requestor ?? (script ? 'SCRIPT' : 'API'))(place)
  const isFiltered = row_filter !== null || access.hole !== null || [...access.wanted.values()].some((each) => each)
  return isFiltered ? { place, access } : null
}

/** Stands for all services that were not asked about. */
const otherService = -1
const emptyAudit = {
  role_id: null,
  created_date: '',
  last_modified_date: '',
  created_by_id: null,
  last_modified_by_id: null,
}
