import type { DatabaseRow } from '@millwright/connector/engine/statement'

const column = (name: string, type: string, more: DatabaseRow = {}): DatabaseRow => ({
  table: 'part',
  name,
  type,
  bytes: 22,
  characters: null,
  counts: null,
  precision: null,
  scale: null,
  nullable: 'Y',
  is_identity: 'NO',
  is_virtual: 'NO',
  printed: null,
  ...more,
})
const number = (name: string, precision: number, scale: number, more: DatabaseRow = {}) =>
  column(name, 'NUMBER', { precision, scale, ...more })
const text = (name: string, characters: number, more: DatabaseRow = {}) =>
  column(name, 'VARCHAR2', { characters, counts: 'C', ...more })

/** Rows of Oracle's data dictionary for two tables, one of which refers to the other. */
export const oracleCatalogue: Readonly<Record<string, readonly DatabaseRow[]>> = {
  ALL_TABLES: [
    { name: 'part', is_view: 0 },
    { name: 'place', is_view: 0 },
  ],
  ALL_TAB_COLS: [
    number('id', 10, 0, { nullable: 'N', is_identity: 'YES', printed: '"SHOP"."ISEQ$$_1".nextval' }),
    number('no', 10, 0),
    text('name', 40, { nullable: 'N' }),
    number('price', 12, 2, { printed: '1.5 ' }),
    number('ok', 1, 0),
    column('at', 'TIMESTAMP(6)', { scale: 6 }),
    column('note', 'CLOB'),
    number('place_id', 10, 0),
    number('id', 10, 0, { table: 'place', nullable: 'N', is_identity: 'YES' }),
    text('name', 40, { table: 'place' }),
  ],
  ALL_CONSTRAINTS: [
    { table: 'part', name: 'SYS_C1', kind: 'P', column: 'id' },
    { table: 'place', name: 'SYS_C2', kind: 'P', column: 'id' },
  ],
  ALL_INDEXES: [{ table: 'part', name: 'idx_part_no', kind: 'NONUNIQUE', column: 'no' }],
  references: [
    {
      table: 'part',
      name: 'fk_part_place',
      column: 'place_id',
      target: 'place',
      target_column: 'id',
      on_update: 'NO ACTION',
      on_delete: 'CASCADE',
    },
  ],
}
