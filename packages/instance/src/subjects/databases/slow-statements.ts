import type { Database, Session } from '../../engines/engine.ts'
import type { MaybePromise, Outcome, Statement } from '../../engines/statement.ts'
import { currentRequest } from '../../platform/tracing/request-context.ts'

/** Wraps a database so that slow statements are recorded in their request; does not pass on `load`. `slow`: milliseconds. */
export function withSlowStatementLog(database: Database, service: string, slow: number): Database {
  const timed = (run: Session['run']): Session['run'] => {
    return (statement) => {
      const begun = performance.now()
      const outcome = run(statement)
      if (!(outcome instanceof Promise)) {
        tell(statement, performance.now() - begun)
        return outcome
      }
      const ended = () => tell(statement, performance.now() - begun)
      outcome.then(ended, ended)
      return outcome
    }
  }

  function tell({ sql }: Statement, ms: number): void {
    if (ms >= slow) currentRequest()?.story?.addSlow(service, sql, ms)
  }

  const inside = (session: Session): Session => ({
    run: timed((statement): MaybePromise<Outcome> => session.run(statement)),
  })

  return {
    run: timed((statement) => database.run(statement)),
    transaction: (work) => database.transaction((session) => work(inside(session))),
    changeSchema: (work) => database.changeSchema(work),
    session: (work) => database.session((session) => work(inside(session))),
    stream: (statement) => database.stream(statement),
    introspect: (only) => database.introspect(only),
    close: () => database.close(),
  }
}
