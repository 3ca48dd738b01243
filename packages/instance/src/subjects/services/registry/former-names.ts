import { Problem } from '@millwright/contract/problem'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { Caller } from '../../../request/caller.ts'
import { aliasesIn } from '../../ground/models/service-model.ts'
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
