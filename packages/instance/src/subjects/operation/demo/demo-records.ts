import { verbMask } from '@millwright/contract/verbs'

/** Demo records besides those of every new instance; other records are referenced by name, and get their ids when created. */

interface DemoAccess {
  readonly service: string
  readonly component: string
  readonly verb_mask: number
  readonly filters?: readonly { readonly name: string; readonly operator: string; readonly value: string }[]
}

interface DemoRole {
  readonly name: string
  readonly description: string
  readonly is_active: boolean
  readonly access: readonly DemoAccess[]
}

const read = verbMask.GET
const write = verbMask.GET | verbMask.POST | verbMask.PATCH
const all = verbMask.GET | verbMask.POST | verbMask.PUT | verbMask.PATCH | verbMask.DELETE

/** Access to a table and its records, as one grant. */
const table = (name: string, verb_mask: number): DemoAccess => ({
  service: 'sample',
  component: `_table/${name}/*`,
  verb_mask,
})

export const demoRoles: readonly DemoRole[] = [
  {
    name: 'Shop',
    description: 'What the web shop may do: show products, and take orders.',
    is_active: true,
    access: [table('product', read), table('tag', read), table('sales_order', write), table('order_line', write)],
  },
  {
    name: 'Workshop',
    description: 'Joiners and finishers: orders and stock, but no prices of others.',
    is_active: true,
    access: [table('sales_order', write), table('order_line', read), table('product', write)],
  },
  {
    name: 'Office',
    description: 'Sales and bookkeeping: everything about customers and orders.',
    is_active: true,
    access: [
      { service: 'sample', component: '*', verb_mask: all },
      { service: 'files', component: '*', verb_mask: all },
    ],
  },
  {
    name: 'Reporting',
    description: 'Reads figures, and changes nothing.',
    is_active: true,
    access: [{ service: 'sample', component: '*', verb_mask: read }],
  },
  {
    name: 'Delivery',
    description: 'Drivers: what is ready to go, and nothing else.',
    is_active: true,
    access: [
      {
        ...table('sales_order', verbMask.GET | verbMask.PATCH),
        filters: [{ name: 'status', operator: '=', value: 'ready' }],
      },
    ],
  },
  {
    name: 'Trade Fair 2025',
    description: 'For the tablets at the fair, which is over.',
    is_active: false,
    access: [table('product', read)],
  },
]

interface DemoApp {
  readonly name: string
  readonly description: string
  readonly is_active: boolean
  readonly role: string | null
}

export const demoApps: readonly DemoApp[] = [
  { name: 'web_shop', description: 'The shop on the web.', is_active: true, role: 'Shop' },
  { name: 'workshop_tablet', description: 'The tablets at the benches.', is_active: true, role: 'Workshop' },
  { name: 'office', description: 'Customers, offers and invoices.', is_active: true, role: 'Office' },
  { name: 'delivery', description: 'What drivers have on their phones.', is_active: true, role: 'Delivery' },
  {
    name: 'monthly_figures',
    description: 'A spreadsheet that reads orders once a night.',
    is_active: true,
    role: 'Reporting',
  },
  { name: 'fair_kiosk', description: 'The tablets at the trade fair.', is_active: false, role: 'Trade Fair 2025' },
  { name: 'price_feed', description: 'For a partner who never called.', is_active: true, role: 'Reporting' },
]

/** First name, last name, and the app that they use with its role; `null`: none yet. */
export const demoUsers: readonly (readonly [string, string, string | null])[] = [
  ['Rosa', 'Miller', 'office'],
  ['Beatrice', 'Long', 'office'],
  ['Henrik', 'Aas', 'workshop_tablet'],
  ['Emre', 'Yıldız', 'workshop_tablet'],
  ['Wanda', 'Koch', 'workshop_tablet'],
  ['Luca', 'Berti', 'workshop_tablet'],
  ['Mairead', 'Quinn', 'workshop_tablet'],
  ['Klara', 'Svensson', 'workshop_tablet'],
  ['Tom', 'Oduya', 'delivery'],
  ['Aleksandra', 'Wiśniewska', 'delivery'],
  ['Theresa', 'Gruber', 'web_shop'],
  ['Astrid', 'Lindqvist', 'web_shop'],
  ['Camille', 'Roux', 'web_shop'],
  ['Tiago', 'Moreira', 'web_shop'],
  ['Anjali', 'Rao', 'web_shop'],
  ['Γιώργος', 'Παπαδόπουλος', 'web_shop'],
  ['Sigrid', 'Haugen', 'web_shop'],
  ['Elena', 'Kofler', 'web_shop'],
  ['Joost', 'van Dam', 'web_shop'],
  ['Siobhán', 'Keane', 'web_shop'],
  ['美咲', '田中', 'web_shop'],
  ['Iker', 'Zubiri', null],
  ['Callum', 'Reid', null],
]

/** Invited users who have not registered. */
export const demoInvited: readonly (readonly [string, string])[] = [
  ['Birgit', 'Stein'],
  ['Marek', 'Wilk'],
]

export const demoAdmins: readonly {
  readonly first_name: string
  readonly last_name: string
  readonly is_active: boolean
  /** Absent: all. */
  readonly tabs?: readonly string[]
}[] = [
  { first_name: 'Ingrid', last_name: 'Bakke', is_active: true },
  { first_name: 'Paolo', last_name: 'Ferri', is_active: true, tabs: ['users', 'apps'] },
  { first_name: 'Deirdre', last_name: 'Walsh', is_active: true, tabs: ['schema/data', 'files', 'apidocs'] },
  { first_name: 'Peter', last_name: 'Ashby', is_active: false },
]

/** The port is unused, to show an unreachable database. */
export const demoServices = [
  {
    name: 'warehouse',
    label: 'Warehouse',
    description: 'The stock of timber, on a server that is down at the moment.',
    is_active: true,
    type: 'pgsql',
    config: { host: '127.0.0.1', port: 9, database: 'warehouse', username: 'millwright', password: 'not a real one' },
  },
  {
    name: 'price_of_timber',
    label: 'Price of Timber',
    description: 'Answers what a cubic metre costs, from a script.',
    is_active: true,
    type: 'nodejs',
    config: { content: "return { resource: [{ wood: 'oak', price: 1240 }, { wood: 'ash', price: 910 }] }\n" },
  },
] as const

export const demoScripts = [
  {
    name: 'sample._table.sales_order.post.pre_process',
    type: 'nodejs',
    is_active: true,
    allow_event_modification: true,
    content: `// Orders without a date are due in four weeks.
for (const order of event.request.records) {
  order.due_on ??= new Date(Date.now() + 28 * 86400000).toISOString().slice(0, 10)
}
`,
  },
  {
    name: 'sample._table.customer.post.post_process',
    type: 'nodejs',
    is_active: false,
    allow_event_modification: false,
    content: '// Greets new customers by mail, once the texts are ready.\n',
  },
] as const

interface DemoLimit {
  readonly name: string
  readonly type: string
  readonly rate: number
  readonly period: string
  readonly role?: string
  readonly service?: string
  readonly is_active: boolean
}

export const demoLimits: readonly DemoLimit[] = [
  { name: 'Everybody', type: 'instance', rate: 20_000, period: 'hour', is_active: true },
  { name: 'Shop', type: 'instance.role', role: 'Shop', rate: 600, period: 'minute', is_active: true },
  {
    name: 'Sample, each user',
    type: 'instance.each_user.service',
    service: 'sample',
    rate: 120,
    period: 'minute',
    is_active: true,
  },
  { name: 'Trade fair', type: 'instance.role', role: 'Trade Fair 2025', rate: 60, period: 'minute', is_active: false },
]

interface DemoTask {
  readonly name: string
  readonly description: string
  readonly service: string
  readonly component: string
  readonly cron: string
  readonly is_active: boolean
}

export const failingTask = 'Stock of timber'

export const demoTasks: readonly DemoTask[] = [
  {
    name: 'Open orders',
    description: 'Counts what is not delivered yet, for the figures of the morning.',
    service: 'sample',
    component: '_table/open_order',
    cron: 'TZ=Europe/Berlin 30 6 * * 1-5',
    is_active: true,
  },
  {
    name: failingTask,
    description: 'Reads the stock from the warehouse, which does not respond.',
    service: 'warehouse',
    component: '_table/stock',
    cron: '*/15 * * * *',
    is_active: true,
  },
  {
    name: 'Old price list',
    description: 'Was needed for the fair.',
    service: 'sample',
    component: '_table/product',
    cron: '0 3 * * *',
    is_active: false,
  },
]

export const demoLookups = [
  { name: 'company.name', value: 'Miller & Aas, Joiners', private: false, description: 'As it stands in mails.' },
  { name: 'company.vat', value: '19', private: false, description: 'Per cent.' },
  { name: 'carrier.token', value: 'not a real one', private: true, description: 'For parcels.' },
] as const

export const demoCors = [
  {
    path: '*',
    description: 'The shop on the web.',
    origin: 'https://shop.example.com',
    header: '*',
    method: ['GET', 'POST'],
    max_age: 3600,
    supports_credentials: true,
    enabled: true,
  },
] as const

/** Files of the service `files`. */
export const demoFiles = [
  { type: 'folder', name: 'letters' },
  {
    type: 'file',
    name: 'price-list.csv',
    content: 'sku,name,price\nTBL-OAK-180,Oak table 180 cm,1290.00\nCHR-ASH,Ash chair,240.00\n',
  },
  {
    type: 'file',
    name: 'letters/offer.txt',
    content: 'Dear {name},\n\nthank you for asking. Please find our offer below.\n',
  },
  {
    type: 'file',
    name: 'letters/reminder.txt',
    content: 'Dear {name},\n\nyour order {number} is ready to be fetched.\n',
  },
] as const
