import type { Platform } from '@millwright/contract/wire/environment'
import type { ServiceType } from '@millwright/contract/wire/services'
import { vendorsOf } from './vendors.ts'

/** The known groups, in the order in which users look for them. */
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

/** Group of types without one. */
const noGroup = ''

export interface TypeGroup {
  readonly name: string
  readonly types: readonly ServiceType[]
}

/** The listed types, followed by paid types that the server lacks. */
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
 * The licence level required for a type that the instance lacks. `null` if none would help: the instance has that licence, or announces
 * `features`, which only ours do and which sell no licences.
 */
export function neededLevel(
  { subscription_required: level }: ServiceType,
  { license, features }: Platform = {},
): 'SILVER' | 'GOLD' | null {
  const said = level?.toUpperCase()
  if ((said !== 'GOLD' && said !== 'SILVER') || features !== undefined) return null
  return (levels[license?.toUpperCase() ?? ''] ?? -1) < (levels[said] ?? -1) ? said : null
}

/** Types that cannot be created here, by label, filtered by `text` as in `typeGroups`. */
export function unavailableTypes(
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
 * Types that can be created, by group: the known groups first, then others in order of appearance; within a group by label, as
 * people search for it. Filtered by `text` in name, label, description, group, `about` or vendor.
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

/** The type with exactly this name or label, which takes precedence over other matches. */
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

/** Types that instances without the required licence do not list: name, label, group. */
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
