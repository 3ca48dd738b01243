import type { Platform } from '@millwright/contract/wire/environment'
import type { ServiceType } from '@millwright/contract/wire/services'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { namedTypes } from '../../../instance/named-services.ts'
import { send } from '../../../instance/send.ts'
import { serverMessages } from '../../../instance/server-sentences.ts'
import { declaredTexts } from '../config/config-field.ts'

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
  const creatable = types.filter((type) => type.singleton !== true && isAvailable(type))
  const found = wanted === '' ? creatable : creatable.filter((type) => matches(type, wanted, about(type)))
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

const collection = 'system/service_type'

/** All service types with their settings, including types that this instance lacks. */
export const serviceTypesQuery = queryOptions({
  queryKey: [...collectionKey(collection)],
  queryFn: async ({ signal }): Promise<readonly ServiceType[]> => {
    const pending = send({ verb: 'GET', path: collection, signal })
    const [{ data }] = await Promise.all([pending, declaredTexts.load(), serverMessages.load()])
    const types = (data.resource ?? []).filter(({ name }) => typeof name === 'string')
    return withPaidTypes(await namedTypes(types.map(inTheirLanguage)))
  },
  staleTime: 30_000,
})

function inTheirLanguage(type: ServiceType): ServiceType {
  const { unavailable_reason: reason } = type
  return typeof reason === 'string' ? { ...type, unavailable_reason: serverMessages.say(reason) } : type
}

/** Additional search words by type: vendors, compatible products, former names. */
const words = new Map(
  `
adldap | microsoft windows ad samba domain
alloydb | google cloud postgres
amqp | rabbitmq lavinmq cloudamqp queue broker messages
apns | apple ios iphone push
aws_dynamodb | amazon dynamo scylladb alternator documents nosql key value
aws_redshift_db | amazon warehouse postgres
aws_s3 | amazon minio ceph wasabi cloudflare r2 backblaze digitalocean spaces object storage bucket
aws_ses | amazon simple email service
aws_sns | amazon simple notification service push
azure_blob | microsoft azure storage container azurite
cache_memcached | elasticache memcachier
cache_redis | valkey keydb elasticache upstash
couchdb | apache cloudant pouchdb documents nosql mango
duckdb | arrow hive lake csv tsv jsonl ndjson data files
excel | microsoft spreadsheet xlsx
firebird | interbase
ftp_file | ftps vsftpd proftpd filezilla
gcm | google fcm firebase android push
gridfs | mongo
hadoop_hdfs | apache webhdfs httpfs knox cloudera big data
ldap | openldap freeipa 389 directory
local_file | disk folder directory
mariadb | mysql skysql galera
memsql | singlestore
mongodb | mongo atlas documentdb cosmos ferretdb documents nosql
mqtt | mosquitto hivemq emqx broker devices sensors
mysql | oracle percona aurora planetscale vitess tidb mariadb
nodejs | javascript node
oauth_azure_ad | microsoft entra office 365
oidc | keycloak okta auth0 google entra zitadel authentik oidc
openstack_object_storage | swift keystone ovh
pgsql | postgres supabase neon aurora timescale cockroach yugabyte edb pg
rws | rest http api proxy remote web service
saml | adfs shibboleth simplesamlphp onelogin
salesforce_db | crm force.com sobject soql
sftp_file | ssh openssh
smtp_email | postfix exchange gmail office 365 sendgrid mail
soap | wsdl xml web service
sqlite | file embedded
sqlsrv | microsoft mssql azure sql t-sql
webdav_file | nextcloud owncloud sharepoint apache dav
`
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', said = ''] = line.split(' | ')
      return [name, said]
    }),
)

const vendorsOf = (name: string): string => words.get(name) ?? ''
