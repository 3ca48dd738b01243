import { invalid, Problem } from '@millwright/contract/problem'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { Caller } from '../../../request/caller.ts'
import { aliasesIn } from '../../ground/models/service-model.ts'
import { refuseForeign } from '../../ground/system/dependents/move-names.ts'
import type { WriteStep } from '../../ground/system/resource.ts'

/**
 * Notes the names that a service gives up, and throws a 409 if it takes one that another service had: code of scripts and outside clients may
 * still mean that one. Full administrators may take any, everybody what they had themselves (docs/wire/services.md).
 */
export async function settleNames({ tx, values, previous, id, request }: WriteStep & { readonly id: unknown }) {
  if (values.name === undefined && values.aliases === undefined) return
  const before = previous === null ? [] : namesOf(previous)
  const after = namesOf({ ...previous, ...values })
  for (const name of after) if (!before.includes(name)) await takeName(tx, name, Number(id), request.caller)
  if (previous !== null) await giveUpNames(tx, previous, after)
}

async function takeName(tx: Tx, name: string, id: number, caller: Caller): Promise<void> {
  const former = await tx.first('SELECT * FROM "former_service_name" WHERE "name" = ?', name)
  if (former === undefined) return
  const isOwn = caller.narrowedBy === undefined && former.owner_id !== null && former.owner_id === caller.user?.id
  if (!caller.sysadmin && !isOwn && former.service_id !== id) {
    throw new Problem(
      409,
      `'${name}' was the name of another service, which may still be called by it. Ask a full administrator for this name, or choose another.`,
    )
  }
  await tx.all('DELETE FROM "former_service_name" WHERE "name" = ?', name)
}

/** Notes the names of a service that it has no more. `kept`: in lower case. */
export async function giveUpNames(tx: Tx, previous: Row, kept: readonly string[] = []): Promise<void> {
  const { id, author_id: author, created_by_id: creator } = previous
  for (const name of namesOf(previous)) {
    if (kept.includes(name)) continue
    await tx.all(
      `INSERT INTO "former_service_name" ("name", "service_id", "owner_id") VALUES (?, ?, ?)
        ON CONFLICT ("name") DO UPDATE SET "service_id" = excluded."service_id", "owner_id" = excluded."owner_id"`,
      name,
      id,
      author === creator ? creator : null,
    )
  }
}

/** The name and the aliases of a stored service, in lower case. */
const namesOf = ({ name, aliases }: Row): string[] =>
  [String(name), ...aliasesIn(aliases)].map((each) => each.toLowerCase())

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
