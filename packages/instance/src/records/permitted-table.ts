import type { FilterNode } from '@millwright/contract/filter/node'
import type { Verb } from '@millwright/contract/verbs'
import type { Soon } from '../engines/statement.ts'
import type { DescribedTable } from './described-table.ts'

/** A condition that every row has to fulfil which is read or written, and every row that a write leaves. */
export interface RowCondition {
  readonly node: FilterNode
  /** The same text for the same condition. */
  readonly key: string
}

/** What one caller may do with the tables of a service. */
export interface TablePolicy {
  /**
   * Decides about a call of a resource such as `_table/contact`: the condition on its rows, null for all rows. Throws the
   * refusal of a call that is not allowed.
   */
  permit(verb: Verb, resource: string): Soon<RowCondition | null>
}

/**
 * A table as one caller may use it with one verb. Reads and writes of records take nothing else, and only a policy makes one, so that
 * there is no statement about records without the conditions on their rows.
 */
export class PermittedTable {
  readonly table: DescribedTable
  readonly verb: Verb
  /** Null: all rows. */
  readonly rows: RowCondition | null
  /** Makes the type nominal: no other object can stand for one. */
  readonly #policy: TablePolicy

  private constructor(policy: TablePolicy, table: DescribedTable, verb: Verb, rows: RowCondition | null) {
    this.table = table
    this.verb = verb
    this.rows = rows
    this.#policy = policy
  }

  /** `resource`: what the call names, where that is more than the table. Throws the refusal of a call that is not allowed. */
  static by(
    policy: TablePolicy,
    verb: Verb,
    table: DescribedTable,
    resource = `_table/${table.apiName}`,
  ): Soon<PermittedTable> {
    const rows = policy.permit(verb, resource)
    return rows instanceof Promise
      ? rows.then((found) => new PermittedTable(policy, table, verb, found))
      : new PermittedTable(policy, table, verb, rows)
  }

  /** Another table for the same caller. */
  other(verb: Verb, table: DescribedTable): Soon<PermittedTable> {
    return PermittedTable.by(this.#policy, verb, table)
  }
}
