import { requireFullAdmin } from '../../access/full-admin.ts'
import type { Parts } from '../../gateway/parts.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import type { Caller } from '../../request/caller.ts'
import { emailTemplate as declared } from '../models/email-template-model.ts'
import { peopleWhoWrote } from '../models/person-model.ts'
import { openConfig, parseConfig } from '../service-config/stored-config.ts'
import type { ResourceDeclaration } from '../system/resource.ts'

/** Mail templates. */
export const emailTemplate: ResourceDeclaration = {
  name: 'email_template',
  label: 'E-mail templates',
  description: 'The texts of the mails of this instance.',
  declared,
  scope: { values: {} },
  async beforeWrite({ previous, request, parts }) {
    if (previous !== null) await refuseCodes(previous, request.caller, parts)
  },
  async beforeDelete({ previous, request, parts }) {
    await refuseCodes(previous, request.caller, parts)
  },
  relations: peopleWhoWrote,
}

/** Rejects edits of templates for codes: their author could have the codes sent elsewhere. */
async function refuseCodes({ id, name }: Row, caller: Caller, parts: Parts): Promise<void> {
  if (caller.sysadmin && !caller.byAppPassword) return
  const ids = await codeTemplates(parts)
  if (!ids.has(Number(id))) return
  requireFullAdmin(
    caller,
    `Only full administrators can change the template '${String(name)}', as its emails contain codes.`,
  )
}

/** The ids of the templates that the services `system` and `user` use for invitations, passwords and registration. */
async function codeTemplates({ store, vault }: Pick<Parts, 'store' | 'vault'>): Promise<ReadonlySet<number>> {
  const rows = await store.db
    .selectFrom('service')
    .select(['type', 'config'])
    .where('type', 'in', ['system', 'user'])
    .execute()
  const settings = rows.flatMap(({ type, config }) => Object.entries(openConfig(type, parseConfig(config), vault)))
  return new Set(settings.flatMap(([name, value]) => (name.endsWith('_email_template_id') ? [Number(value)] : [])))
}
