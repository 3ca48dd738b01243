import type { UsageForgotten } from '@millwright/contract/wire/usage'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'

export type Forgotten = { readonly user: number } | { readonly app: number }

/** Deletes the traces of a person or an app: their request log entries and their last uses. Sums are kept without the person or app. */
export function forgetTraces({ engine, write }: UsageStore, what: Forgotten): Promise<UsageForgotten> {
  const { finish } = dialectOf(engine)
  const [column, subject, id] = 'user' in what ? ['user_id', 'user', what.user] : ['app_id', 'app', what.app]
  return write(async (statements) => {
    const log = await statements.all(finish(`delete from request_log where ${column} = ? returning id`), [id])
    // A unique negative number keeps anonymized callers distinct.
    const callers = await statements.all(
      finish(`update usage_caller set ${column} = -id${subject === 'app' ? ', app_name = null' : ''} where ${column} = ?
        returning id`),
      [id],
    )
    await statements.all(finish('delete from access_usage where subject_type = ? and subject_id = ?'), [subject, id])
    return { success: true, log_rows: log.length, callers: callers.length }
  })
}
