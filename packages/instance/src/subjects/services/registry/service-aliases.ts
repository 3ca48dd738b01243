import { invalid } from '@millwright/contract/problem'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import { aliasesIn } from '../../ground/models/service-model.ts'
import { refuseForeign } from '../../ground/system/dependents/move-names.ts'
import type { WriteStep } from '../../ground/system/resource.ts'

const isSame = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()

/**
 * Throws a 400 if the name of a service is an alias of another one, or an alias a name or an alias of another one, or the service
 * cannot be renamed. Drops aliases that are doubled or the service's own name (docs/wire/services.md).
 */
export async function settleAliases({ tx, values, previous }: Pick<WriteStep, 'tx' | 'values' | 'previous'>) {
  if (values.name === undefined && values.aliases === undefined) return
  const name = String(values.name ?? previous?.name)
  const sent = aliasesIn(values.aliases ?? previous?.aliases)
  const names = sent.filter((each, at) => !isSame(each, name) && sent.findIndex((one) => isSame(one, each)) === at)
  if (names.length > 0 && previous?.deletable === 0)
    throw refused(`The service '${name}' cannot have aliases, as it cannot be renamed.`)
  if (names.length < sent.length) values.aliases = names.length === 0 ? null : JSON.stringify(names)
  const others = (await withAliases(tx)).filter(({ id }) => id !== previous?.id)
  const holder = (alias: string) => others.find(({ aliases }) => aliases.some((each) => isSame(each, alias)))?.name
  const own = holder(name)
  if (own !== undefined && !isSame(name, previous?.name))
    throw invalid({ name: [`'${name}' is an alias of the service '${own}'. Remove it there first.`] })
  if (values.aliases === undefined) return
  for (const alias of names) {
    const other = holder(alias)
    if (other !== undefined) throw refused(`'${alias}' is an alias of the service '${other}' already.`)
    if (await isNameOfOther(tx, alias, previous)) throw refused(`'${alias}' is the name of a service.`)
  }
}

/** Only full administrators take an alias that records of others name already, such as scripts of a deleted service: 409. */
export async function refuseForeignAliases(step: WriteStep): Promise<void> {
  const { values, previous, request } = step
  if (values.aliases === undefined || request.caller.sysadmin) return
  const before = [...aliasesIn(previous?.aliases), previous?.name]
  for (const alias of aliasesIn(values.aliases)) {
    if (!before.some((each) => isSame(each, alias))) await refuseForeign(step, { kind: 'service', name: alias })
  }
}

const refused = (message: string) => invalid({ aliases: [message] })

async function withAliases(tx: Tx) {
  const rows = await tx.all('SELECT "id", "name", "aliases" FROM "service" WHERE "aliases" IS NOT NULL ORDER BY "id"')
  return rows.map(({ id, name, aliases }) => ({ id, name: String(name), aliases: aliasesIn(aliases) }))
}

async function isNameOfOther(tx: Tx, name: string, previous: Row | null): Promise<boolean> {
  const found = await tx.first('SELECT "id" FROM "service" WHERE lower("name") = ?', name.toLowerCase())
  return found !== undefined && found.id !== previous?.id
}
