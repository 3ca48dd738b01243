import { long, type Shown } from './furnish.ts'
import { button, heading, inEditor, type Screen } from './screen.ts'
import { editor } from './screens.ts'

/** The tabs for tables, in groups that are checked together. */
export function tableScreens(ids: Shown): Readonly<Record<string, readonly Screen[]>> {
  return {
    Access: [
      {
        name: 'who reaches a table',
        path: '/access/sample?component=_table/tag',
        shown: (page) => page.getByRole('region', { name: 'Roles with access to tag' }),
      },
    ],
    Schema: [
      {
        name: 'a table',
        path: '/schema/sample/table/sales_order',
        shown: (page) => page.getByRole('table', { name: 'Relationships' }),
      },
      {
        name: 'the history of a table',
        path: '/schema/sample/table/tag',
        press: [button('History')],
        shown: heading('History of tag'),
      },
      {
        name: 'the statements that saving runs',
        path: '/schema/sample/table/tag/field/name',
        press: [(page) => editor(page).getByLabel('Indexed')],
        shown: (page) => page.getByRole('region', { name: 'Statements run on save' }).locator('pre').first(),
      },
      { name: 'a field', path: '/schema/sample/table/product/field/price', shown: inEditor(/^Default Value/) },
      {
        name: 'a new relation, incomplete',
        path: '/schema/sample/table/product/new-relation',
        press: [(page) => editor(page).getByRole('button', { name: 'Save' })],
        shown: inEditor(/^Junction Field/),
      },
      {
        name: 'an upload',
        path: '/schema/sample/upload',
        shown: (page) => page.getByRole('textbox', { name: 'Schema JSON' }),
      },
      {
        name: 'the diagram',
        path: '/schema/sample/diagram',
        shown: (page) => page.getByRole('link', { name: /^Table customer/ }),
      },
    ],
    Data: [
      {
        name: 'the tables',
        path: '/data/sample',
        shown: (page) => page.getByRole('link', { name: 'staff', exact: true }),
      },
      {
        name: 'records that match a filter',
        path: '/data/sample/product?filter=price:>:5&order=-price',
        shown: (page) => page.getByText(/^\d+ records/),
      },
      { name: 'a record', path: '/data/sample/sales_order?record=1', shown: inEditor(/^Number/) },
      {
        name: 'an import',
        path: '/data/sample/tag',
        press: [button('More'), (page) => page.getByRole('menuitem', { name: 'Import…' })],
        shown: (page) => page.getByRole('dialog', { name: /^Import/ }),
      },
      {
        name: 'an export',
        path: '/data/sample/tag',
        press: [button('More'), (page) => page.getByRole('menuitem', { name: 'Export…' })],
        shown: (page) => page.getByRole('dialog', { name: /^Export/ }),
      },
      {
        name: 'saved views',
        path: `/data/sample/tag?view=${ids.view}&order=-name`,
        press: [button(`${long.slice(0, 80)} · changed`)],
        shown: (page) => page.getByRole('menuitem', { name: 'Save changes' }),
      },
      {
        name: 'a view without a name',
        path: '/data/sample/tag',
        press: [
          button('Views'),
          (page) => page.getByRole('menuitem', { name: 'Save as a view…' }),
          (page) => page.getByRole('dialog').getByRole('button', { name: 'Save view' }),
        ],
        shown: (page) => page.getByText('Name is required.'),
      },
    ],
  }
}
