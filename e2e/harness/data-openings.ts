import { dialog, item, longest, more, type Opening, save, saveInPanel, titled } from './opening.ts'
import { button } from './screen.ts'

const record = ['features/data/record-panel.tsx']
const fieldEditor = ['features/schema/table-view.tsx', 'features/schema/field-editor.tsx']
const wide = '/schema/db/table/wide'

/** What the tabs Data and Schema open over themselves. */
export const dataOpenings: readonly Opening[] = [
  {
    name: 'the longest record',
    tab: '/data',
    of: record,
    path: longest('sample/_table/product', (id) => `/data/sample/product?record=${id}`),
    shown: saveInPanel,
  },
  {
    name: 'an order',
    tab: '/data',
    of: record,
    path: longest('sample/_table/sales_order', (id) => `/data/sample/sales_order?record=${id}`),
    shown: saveInPanel,
  },
  {
    name: 'related records',
    tab: '/data',
    of: record,
    path: '/data/sample/customer?record=1&section=related',
    shown: dialog,
  },
  { name: 'a new record', tab: '/data', of: record, path: '/data/sample/customer?record=new', shown: save },
  { name: 'a record of forty fields', tab: '/data', of: record, path: '/data/db/wide?record=1', shown: save },
  {
    name: 'visible fields of forty',
    tab: '/data',
    of: ['features/data/record-dialogs.tsx'],
    path: '/data/db/wide',
    press: [button('Fields')],
    shown: dialog,
  },
  {
    name: 'a saved view',
    tab: '/data',
    of: ['features/data/views/view-dialog.tsx'],
    path: '/data/sample/tag',
    press: [button('Views'), item('Save as a view…')],
    shown: dialog,
  },
  {
    name: 'a referenced record',
    tab: '/data',
    of: ['features/data/reference-lookup.tsx'],
    path: '/data/sample/sales_order?record=1',
    press: [
      (page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^Look up/ })
          .first(),
    ],
    shown: titled(/^Look up/),
  },
  {
    name: 'an import of forty fields',
    tab: '/data',
    of: ['widgets/transfer/import/import-dialog.tsx'],
    path: '/data/db/wide',
    press: [more, item('Import…')],
    shown: dialog,
  },
  {
    name: 'an export of forty fields',
    tab: '/data',
    of: ['widgets/transfer/export/export-dialog.tsx'],
    path: '/data/db/wide',
    press: [more, item('Export…')],
    shown: dialog,
  },

  {
    name: 'a table of forty fields',
    tab: '/schema',
    of: ['features/schema/table-editor.tsx'],
    path: wide,
    shown: save,
  },
  { name: 'a field', tab: '/schema', of: fieldEditor, path: `${wide}/field/field_39`, shown: save },
  { name: 'a new field', tab: '/schema', of: fieldEditor, path: `${wide}/new-field`, shown: dialog },
  {
    name: 'a new relation',
    tab: '/schema',
    of: ['features/schema/relation-panel.tsx'],
    path: `${wide}/new-relation`,
    shown: dialog,
  },
  {
    name: 'a new table',
    tab: '/schema',
    of: ['features/schema/new-table.tsx'],
    path: '/schema/db/create',
    shown: save,
  },
  {
    name: 'an upload',
    tab: '/schema',
    of: ['features/schema/upload-view.tsx'],
    path: '/schema/db/upload',
    shown: save,
  },
  {
    name: 'a contract',
    tab: '/schema',
    of: ['features/schema/contract/contract-panel.tsx'],
    path: wide,
    press: [button('Contract')],
    shown: dialog,
  },
  {
    name: 'the history of a table',
    tab: '/schema',
    of: ['widgets/history/data-history/history-panel.tsx'],
    path: wide,
    press: [button('History')],
    shown: dialog,
  },
  {
    name: 'dropping a table',
    tab: '/schema',
    of: ['confirm/confirm-dialog.tsx'],
    path: wide,
    press: [button('Drop')],
    shown: (page) => page.getByRole('alertdialog'),
  },
]
