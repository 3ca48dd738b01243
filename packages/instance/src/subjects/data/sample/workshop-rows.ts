import { crc32, deflateSync } from 'node:zlib'
import { products, tags, woods } from './workshop-products.ts'

/** Name, whether it is a company, city and country. */
const customers: readonly (readonly [string, boolean, string, string])[] = [
  ['Harbour Hotel', true, 'Bristol', 'GB'],
  ['Ada Whitlock', false, 'Bath', 'GB'],
  ['Café Morgenrot', true, 'Graz', 'AT'],
  ['Johann Felder', false, 'Graz', 'AT'],
  ['Lindqvist & Daughters', true, 'Uppsala', 'SE'],
  ['Sofia Lindqvist', false, 'Uppsala', 'SE'],
  ['Old Quay School', true, 'Cork', 'IE'],
  ['Niamh Brennan', false, 'Cork', 'IE'],
  ['Librairie du Pont', true, 'Lyon', 'FR'],
  ['Étienne Marchand', false, 'Lyon', 'FR'],
  ['Casa Verde', true, 'Porto', 'PT'],
  ['Inês Carvalho', false, 'Porto', 'PT'],
  ['Mill Lane Surgery', true, 'Exeter', 'GB'],
  ['Thomas Penrose', false, 'Exeter', 'GB'],
  ['Atelier Nord', true, 'Tromsø', 'NO'],
  ['Kari Solberg', false, 'Tromsø', 'NO'],
  ['Trattoria Il Melo', true, 'Bolzano', 'IT'],
  ['Chiara Moser', false, 'Bolzano', 'IT'],
  ['Papierhaus Klee', true, 'Bern', 'CH'],
  ['Reto Zbinden', false, 'Bern', 'CH'],
  ['Bakery Three Ears', true, 'Utrecht', 'NL'],
  ['Maartje de Wit', false, 'Utrecht', 'NL'],
  ['Kino Gwiazda', true, 'Kraków', 'PL'],
  ['Jan Nowicki', false, 'Kraków', 'PL'],
  ['Northlight Studio', true, 'Aberdeen', 'GB'],
  ['Fiona Geddes', false, 'Aberdeen', 'GB'],
  ['Rosengarten Kindergarten', true, 'Ulm', 'DE'],
  ['Lukas Brandt', false, 'Ulm', 'DE'],
  ['Bodega San Telmo', true, 'Bilbao', 'ES'],
  ['Maite Etxeberria', false, 'Bilbao', 'ES'],
  ['Pensjonat Fjordblikk', true, 'Bergen', 'NO'],
  ['Ola Nygaard', false, 'Bergen', 'NO'],
  ['Teehaus Silberpfeil', true, 'Leipzig', 'DE'],
  ['Hanna Voss', false, 'Leipzig', 'DE'],
  ['The Reading Room', true, 'Galway', 'IE'],
  ['Conor Daly', false, 'Galway', 'IE'],
]

/** First and last names of contacts at companies. */
const contacts: readonly (readonly [string, string])[] = [
  ['Margaret', 'Hale'],
  ['Peter', 'Ashby'],
  ['Theresa', 'Gruber'],
  ['Astrid', 'Lindqvist'],
  ['Erik', 'Sandberg'],
  ['Deirdre', 'Walsh'],
  ['Camille', 'Roux'],
  ['Tiago', 'Moreira'],
  ['Rita', 'Fonseca'],
  ['Anjali', 'Rao'],
  ['Sigrid', 'Haugen'],
  ['Paolo', 'Ferri'],
  ['Elena', 'Kofler'],
  ['Beat', 'Wenger'],
  ['Joost', 'van Dam'],
  ['Agnieszka', 'Zielińska'],
  ['Marek', 'Wilk'],
  ['Callum', 'Reid'],
  ['Birgit', 'Stein'],
  ['Iker', 'Zubiri'],
  ['Amaia', 'Lasa'],
  ['Ingrid', 'Bakke'],
  ['Georg', 'Pfeil'],
  ['Siobhán', 'Keane'],
]

/** First name, last name, job, number of the manager (from 1; null for none), hire date, start of work, hourly wage. */
const staff: readonly (readonly [string, string, string, number | null, string, string, number])[] = [
  ['Rosa', 'Miller', 'Owner', null, '2009-03-02', '07:30:00', 42],
  ['Henrik', 'Aas', 'Master joiner', 1, '2010-06-14', '07:00:00', 34.5],
  ['Beatrice', 'Long', 'Office and sales', 1, '2012-01-09', '08:30:00', 29.8],
  ['Emre', 'Yildiz', 'Joiner', 2, '2015-09-01', '07:00:00', 26.4],
  ['Wanda', 'Koch', 'Joiner', 2, '2017-04-18', '07:00:00', 25.9],
  ['Luca', 'Berti', 'Upholsterer', 2, '2018-10-01', '07:30:00', 26.1],
  ['Mairead', 'Quinn', 'Finisher', 2, '2019-02-11', '07:30:00', 24.7],
  ['Tom', 'Oduya', 'Driver and fitter', 3, '2020-07-06', '06:30:00', 22.9],
  ['Klara', 'Svensson', 'Apprentice', 4, '2023-08-28', '07:00:00', 14.2],
]

const side = 32

/** A PNG of 32 by 32 pixels in one color with a grain: every fourth row is slightly darker. */
function plainPicture([red, green, blue]: readonly [number, number, number]): Buffer {
  const rows = Array.from({ length: side }, (_, y) => {
    const shade = y % 4 === 0 ? 0.9 : 1
    const pixel = [red, green, blue].map((part) => Math.round(part * shade))
    return Buffer.from([0, ...Array.from({ length: side }, () => pixel).flat()])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const content = deflateSync(Buffer.concat(rows))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

type Value = string | number | null | Uint8Array

/** Rows of one table, each with the values of all columns in order; deterministic. */
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

/** Every other customer is a company, beginning with the first. */
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

/** The date a number of days after January 1 of a year. */
function day(year: number, days: number): string {
  return new Date(Date.UTC(year, 0, 1 + days)).toISOString().slice(0, 10)
}

/** Letters of a name that are valid in an email address. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll('ø', 'o')
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
}
