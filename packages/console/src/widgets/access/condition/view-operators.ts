import type { FilterOperator } from '@millwright/contract/records/role'

/** Operators of data views and addresses of tables whose names differ from those in filters; `is` compares truth values, as `=` does. */
export const namesInFilters = { is: '=', null: 'is null', filled: 'is not null' } as const satisfies Record<
  string,
  FilterOperator
>
