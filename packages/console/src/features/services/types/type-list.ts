import type { Platform } from '@millwright/contract/wire/environment'
import type { ServiceType } from '@millwright/contract/wire/service-type'
import { vendorsOf } from './vendors.ts'

/** The groups that people know, in the order in which they look for them. */
const knownGroups = Object.keys({
  Database: 1,
  'Big Data': 1,
  File: 1,
  Email: 1,
  Notification: 1,
  'Remote Service': 1,
  Script: 1,
  OAuth: 1,
  LDAP: 1,
})

/** Of types whose server says no group. */
const noGroup = ''

export interface TypeGroup {
  readonly name: string
  readonly types: readonly ServiceType[]
}

/** What the server listed, and after it the paid kinds that it did not. */
export function withPaidTypes(listed: readonly ServiceType[]): readonly ServiceType[] {
  const names = new Set(listed.map(({ name }) => name))
  const missing = paidTypes.filter(({ name }) => !names.has(name))
  return [...listed, ...missing.map((type) => ({ ...type, available: false, singleton: false, config_schema: null }))]
}

export function isAvailable({ available }: ServiceType): boolean {
  return available !== false
}

export function typeLabel(type: Pick<ServiceType, 'name' | 'label'>): string {
  return type.label || type.name
}

export function groupOf({ group }: Pick<ServiceType, 'group'>): string {
  return group || noGroup
}

const levels: Readonly<Record<string, number>> = { 'OPEN SOURCE': 0, SILVER: 1, GOLD: 2 }

/**
 * The licence with which the instance would have a kind that it lacks; null where none would do: it has that licence, or, as an instance
 * of ours that announces what it adds, sells none.
 */
export function neededLevel(
  { subscription_required: level }: ServiceType,
  { license, features }: Platform = {},
): 'SILVER' | 'GOLD' | null {
  const said = level?.toUpperCase()
  if ((said !== 'GOLD' && said !== 'SILVER') || features !== undefined) return null
  return (levels[license?.toUpperCase() ?? ''] ?? -1) < (levels[said] ?? -1) ? said : null
}

/** Kinds of which no service can be made here, by label; those that match `text` as in `typeGroups`. */
export function typesApart(
  types: readonly ServiceType[],
  text = '',
  about: (type: ServiceType) => string = () => '',
): readonly ServiceType[] {
  const wanted = text.trim().toLowerCase()
  return types
    .filter((type) => type.singleton !== true && !isAvailable(type))
    .filter((type) => wanted === '' || matches(type, wanted, about(type)))
    .toSorted(byLabel)
}

function byLabel(one: ServiceType, other: ServiceType): number {
  return typeLabel(one).localeCompare(typeLabel(other))
}

/**
 * Kinds of which a service can be made, by group: the known groups first, then others as they appear; in a group by label, as
 * people look for it. Only those that match `text` by name, label, description, group, `about` or vendor.
 */
export function typeGroups(
  types: readonly ServiceType[],
  text = '',
  about: (type: ServiceType) => string = () => '',
): readonly TypeGroup[] {
  const wanted = text.trim().toLowerCase()
  const made = types.filter((type) => type.singleton !== true && isAvailable(type))
  const found = wanted === '' ? made : made.filter((type) => matches(type, wanted, about(type)))
  const groups = new Map<string, ServiceType[]>(knownGroups.map((name) => [name, []]))
  for (const type of found) {
    const name = groupOf(type)
    const group = groups.get(name)
    if (group) group.push(type)
    else groups.set(name, [type])
  }
  return [...groups]
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => ({ name, types: list.toSorted(byLabel) }))
}

/** The kind that is called just this, which is meant although others are found by the word, too. */
export function typeNamed(types: readonly ServiceType[], text: string): ServiceType | undefined {
  const wanted = text.trim().toLowerCase()
  return types.find(
    (type) => type.singleton !== true && [type.name, typeLabel(type)].some((each) => each.toLowerCase() === wanted),
  )
}

function matches(type: ServiceType, wanted: string, about: string): boolean {
  const said = [type.name, type.label, type.group, type.description, about, vendorsOf(type.name)]
    .join(' ')
    .toLowerCase()
  return wanted.split(/\s+/).every((word) => said.includes(word))
}

/** Kinds that instances without the licence for them do not list: name, label, group. */
const silver = `
adldap | Active Directory | LDAP
ldap | Standard LDAP | LDAP
oidc | OpenID Connect | OAuth
oauth_azure_ad | Azure Active Directory OAuth | OAuth
saml | SAML 2.0 | SSO
okta_saml | Okta SAML | SSO
auth0_sso | Auth0 SSO | SSO
ibmdb2 | IBM DB2 | Database
informix | IBM Informix | Database
oracle | Oracle | Database
salesforce_db | Salesforce | Database
sqlanywhere | SAP SQL Anywhere | Database
sqlsrv | SQL Server | Database
memsql | MemSQL | Database
mysql | MySQL | Database
mariadb | MariaDB | Database
mongodb | MongoDB | Database
soap | SOAP Service | Remote Service
apns | Apple Push Notification | Notification
gcm | Firebase Cloud Messaging | Notification
mqtt | MQTT Client | IoT
nodejs | Node.js | Script
php | PHP | Script
python | Python | Script
python3 | Python3 | Script
gridfs | GridFS | File
`

const gold = `
logstash | Logstash | Log
snowflake | Snowflake | Big Data
apache_hive | Apache Hive | Big Data
hadoop_hdfs | Hadoop HDFS | File
`

interface PaidType {
  readonly name: string
  readonly label: string
  readonly group: string
  readonly subscription_required: 'SILVER' | 'GOLD'
}

const paidTypes: readonly PaidType[] = [...readTable(silver, 'SILVER'), ...readTable(gold, 'GOLD')]

function readTable(table: string, level: 'SILVER' | 'GOLD'): PaidType[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', label = '', group = ''] = line.split(' | ')
      return { name, label, group, subscription_required: level }
    })
}
