import type { MaybePromise } from '@millwright/connector/engine/statement'
import type { FilterNode } from '@millwright/contract/filter/node'
import type { Verb } from '@millwright/contract/verbs'
import type { DescribedTable } from './described-table.ts'

/** A condition on every row that is read or written, and on every row as it is after a write. */
export interface RowCondition {
  readonly node: FilterNode
  /** Equal for equal conditions. */
  readonly key: string
}

/** What a caller may do with the tables of a service. */
export interface TablePolicy {
  /**
   * Authorizes a call of a resource such as `_table/contact` and returns the condition on its rows, `null` for all rows. Throws a
   * `Problem` if the call is not allowed.
   */
  permit(verb: Verb, resource: string): MaybePromise<RowCondition | null>
}

/**
 * A table as a caller may use it with one verb. Reads and writes of records accept nothing else, and only a policy creates one, so that
 * no statement about records lacks the conditions on their rows.
 */
export class PermittedTable {
  readonly table: DescribedTable
  readonly verb: Verb
  /** `null`: all rows. */
  readonly rows: RowCondition | null
  /** Makes the type nominal: no other object is assignable to it. */
  readonly #policy: TablePolicy

  private constructor(policy: TablePolicy, table: DescribedTable, verb: Verb, rows: RowCondition | null) {
    this.table = table
    this.verb = verb
    this.rows = rows
    this.#policy = policy
  }

  /** `resource`: the resource of the call if it is more specific than the table. Throws a `Problem` if the call is not allowed. */
  static authorize(
    policy: TablePolicy,
    verb: Verb,
    table: DescribedTable,
    resource = `_table/${table.apiName}`,
  ): MaybePromise<PermittedTable> {
    const rows = policy.permit(verb, resource)
    return rows instanceof Promise
      ? rows.then((found) => new PermittedTable(policy, table, verb, found))
      : new PermittedTable(policy, table, verb, rows)
  }

  /** Authorizes another table for the same caller. */
  other(verb: Verb, table: DescribedTable): MaybePromise<PermittedTable> {
    return PermittedTable.authorize(this.#policy, verb, table)
  }
}
