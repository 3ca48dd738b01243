import { Problem } from '@millwright/contract/problem'
import type { Authorities } from '../../../gateway/parts.ts'
import type { Author, Authority } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'

/** What makes the explained request: a script, by name, or a task. With neither, the caller does. */
export interface MadeBy {
  readonly script: string | null
  readonly taskId: number | null
}

/**
 * Returns the author's rights that restrict requests of a script or task, or `null` if nothing restricts them. Throws a 404 if
 * it does not exist.
 */
export type FindAuthorAuthority = (made: MadeBy) => Promise<Authority | null>

export function createAuthorityBehind({ db }: Pick<Store, 'db'>, authorities: Authorities): FindAuthorAuthority {
  const written = ['author_id', 'author_app_id'] as const

  async function authorOf({ script, taskId }: MadeBy): Promise<Author | null> {
    if (script === null && taskId === null) return null
    const row = script === null ? await task(taskId ?? 0) : await scriptNamed(script)
    if (row === undefined) {
      const what = script === null ? `task with the identifier ${taskId}` : `script '${script}'`
      throw new Problem(404, `There is no ${what}.`)
    }
    return { userId: row.author_id, appId: row.author_app_id }
  }

  const task = (id: number) => db.selectFrom('scheduler_task').select(written).where('id', '=', id).executeTakeFirst()

  async function scriptNamed(name: string) {
    const atEvent = await db.selectFrom('event_script').select(written).where('name', '=', name).executeTakeFirst()
    return (
      atEvent ??
      (await db
        .selectFrom('service')
        .select(written)
        .where('name', '=', name)
        .where('type', 'in', ['nodejs', 'php', 'python', 'python3'])
        .executeTakeFirst())
    )
  }

  return async (made) => {
    const author = await authorOf(made)
    return author === null ? null : await authorities(author)
  }
}
