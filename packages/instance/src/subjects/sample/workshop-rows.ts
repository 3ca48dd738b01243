import { plainPicture } from './plain-picture.ts'
import { contacts, customers, staff } from './workshop-people.ts'
import { products, tags, woods } from './workshop-products.ts'

type Value = string | number | null | Uint8Array

/** Rows of one table, each with the values of all columns in order; the same at every start. */
export interface TableRows {
  readonly table: string
  readonly rows: readonly (readonly Value[])[]
}

const orderCount = 140
const openOrders = 24
const openStatuses = ['ready', 'in work', 'new'] as const
const notes = ['Ring before delivery.', 'Deliver to the back door.', 'A gift: no papers inside, please.']

export function workshopRows(): TableRows[] {
  const pictures = new Map(Object.entries(woods).map(([wood, colour]) => [wood, plainPicture(colour)]))
  return [
    { table: 'customer', rows: customers.map(customerRow) },
    { table: 'contact', rows: contacts.map(contactRow) },
    { table: 'staff', rows: staff.map((row, at) => [at + 1, ...row]) },
    { table: 'product', rows: products.map((_, at) => productRow(at, pictures)) },
    { table: 'tag', rows: tags.map((name, at) => [at + 1, name]) },
    {
      table: 'product_tag',
      rows: products.flatMap((product, at) => product.tags.map((tag) => [at + 1, tags.indexOf(tag) + 1])),
    },
    { table: 'sales_order', rows: Array.from({ length: orderCount }, (_, at) => orderRow(at)) },
    { table: 'order_line', rows: orderLines() },
  ]
}

function customerRow([name, isCompany, city, country]: (typeof customers)[number], at: number): Value[] {
  const since = day(2016, at * 93)
  return [
    at + 1,
    name,
    isCompany ? 1 : 0,
    `${isCompany ? 'office' : 'hello'}@${plain(name)}.example`,
    city,
    country,
    since,
    isCompany ? 1500 + (at % 7) * 750 : null,
    at % 3 === 0 ? 1 : 0,
    at % 9 === 4 ? 'Prefers to be called in the morning.' : null,
    `${since} 09:${String(10 + (at % 45)).padStart(2, '0')}:00`,
  ]
}

/** Companies are every other customer, beginning with the first. */
function contactRow([first, last]: (typeof contacts)[number], at: number): Value[] {
  const companies = customers.length / 2
  const customer = 2 * (at % companies) + 1
  const phone = at % 5 === 3 ? null : `+44 20 7946 0${String(100 + at)}`
  return [at + 1, customer, first, last, `${plain(first)}.${plain(last)}@example.com`, phone, at < companies ? 1 : 0]
}

function productRow(at: number, pictures: ReadonlyMap<string, Uint8Array>): Value[] {
  const product = products[at]
  if (product === undefined) throw new Error(`There is no product ${at}`)
  const [width, depth, height] = product.measures
  const wood = product.tags.find((tag) => pictures.has(tag))
  return [
    at + 1,
    product.sku,
    product.name,
    product.description,
    product.price,
    product.weight,
    product.price > 1000 ? 0 : (at * 7) % 23,
    product.price > 1000 ? 1 : 0,
    day(2014, at * 110),
    JSON.stringify({ unit: 'cm', width, depth, height }),
    (wood === undefined ? undefined : pictures.get(wood)) ?? null,
  ]
}

function orderRow(at: number): Value[] {
  const customer = (at * 11) % customers.length
  const ordered = day(2025, at * 4)
  const isCompany = customer % 2 === 0
  const isOpen = at >= orderCount - openOrders
  const status = isOpen ? openStatuses[at % openStatuses.length] : at % 11 === 7 ? 'cancelled' : 'delivered'
  return [
    at + 1,
    `${ordered.slice(0, 4)}-${String(at + 1).padStart(4, '0')}`,
    customer + 1,
    isCompany ? customer / 2 + 1 : null,
    at % 6 === 5 ? 1 : 3,
    status ?? 'new',
    `${ordered} ${String(8 + (at % 9)).padStart(2, '0')}:${String((at * 17) % 60).padStart(2, '0')}:00`,
    at % 10 === 9 ? null : day(2025, at * 4 + 21 + (at % 4) * 7),
    isCompany ? 5 + (at % 3) * 2.5 : 0,
    notes[at % 12] ?? null,
  ]
}

/** One to four different products for each order. */
function orderLines(): Value[][] {
  const lines: Value[][] = []
  for (let order = 0; order < orderCount; order += 1) {
    const count = 1 + ((order * 5) % 4)
    for (let position = 1; position <= count; position += 1) {
      const product = (order * 7 + position * 13) % products.length
      const quantity = products[product]?.tags.includes('chair') ? 4 : 1 + ((order + position) % 3)
      lines.push([lines.length + 1, order + 1, position, product + 1, quantity, products[product]?.price ?? 0])
    }
  }
  return lines
}

/** The date so many days after the first of a year. */
function day(year: number, days: number): string {
  return new Date(Date.UTC(year, 0, 1 + days)).toISOString().slice(0, 10)
}

/** Letters of a name as they can stand in an address. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll('ø', 'o')
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
}
