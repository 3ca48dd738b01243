import type { Parts } from '../../../gateway/parts.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { Virtual } from '../../../records/system/relation.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { personRecords } from '../models/person-model.ts'
import type { ResourceDeclaration } from './resource.ts'

/** Adds the relation `author` to a resource: the person who wrote a record, unless it was a full administrator (docs/wire/access.md). */
export function withAuthor(declaration: ResourceDeclaration, parts: Pick<Parts, 'store'>): ResourceDeclaration {
  return { ...declaration, relations: [...declaration.relations, authorRelation(declaration, parts)] }
}

function authorRelation({ declared }: ResourceDeclaration, { store }: Pick<Parts, 'store'>): Virtual {
  const dialect = dialectOf(store.engine)
  const sql = dialect.finish(
    `SELECT "written"."${declared.key}" AS "key", "user"."id", "user"."name" FROM "${declared.table}" AS "written"
       LEFT JOIN "user" ON "user"."id" = "written"."author_id"
      WHERE ${dialect.among(`"written"."${declared.key}"`, declared.keyType)}
        AND ("written"."author_id" IS NOT NULL OR "written"."author_app_id" IS NOT NULL)
        AND NOT (coalesce("user"."is_sys_admin", 0) = 1 AND "written"."author_app_id" IS NULL
          AND NOT EXISTS (SELECT 1 FROM "user_to_app_to_role" WHERE "user_id" = "user"."id"))`,
  )
  return {
    kind: 'virtual',
    name: 'author',
    readAt: personRecords,
    keepsId: true,
    async values(keys) {
      const rows = await store.statements.all<Row>(sql, [dialect.list(keys)])
      const keyOf = (key: unknown) => (declared.keyType === 'number' ? Number(key) : String(key))
      return new Map(rows.map(({ key, id, name }) => [keyOf(key), [{ id, name }]]))
    },
  }
}
