import type { ServiceType } from '@millwright/contract/wire/services'
import {
  IconBell,
  IconBolt,
  IconChartBar,
  IconCode,
  IconDatabase,
  IconFileText,
  IconFolder,
  IconGitBranch,
  IconId,
  IconKey,
  IconMail,
  IconRouter,
  IconSettings,
  IconStack2,
  IconTable,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from './messages.ts'
import { groupOf, typeLabel } from './type-list.ts'
import styles from './types.module.css'

interface TypeCardProps {
  type: ServiceType
  /** Chooses another type; absent if the type is fixed. */
  onOther?: (() => void) | undefined
}

/** The type of a service. */
export function TypeCard({ type, onOther }: TypeCardProps) {
  return (
    <section className={styles.card} aria-label={t.serviceType}>
      <span className={styles.cardIcon} aria-hidden="true">
        {groupIcon(groupOf(type))}
      </span>
      <Stack grow shrink>
        <Text weight="strong">{typeLabel(type)}</Text>
        <Text tone="muted" size="sm">
          {aboutType(type)}
        </Text>
      </Stack>
      {onOther ? (
        <Button size="small" onClick={onOther}>
          {t.changeType}
        </Button>
      ) : null}
    </section>
  )
}

/** Descriptions of service types for users new to them. */
const kinds: Readonly<Record<string, () => string>> = {
  adldap: () => t.adldap,
  alloydb: () => t.alloydb,
  amqp: () => t.amqp,
  apache_hive: () => t.apacheHive,
  apns: () => t.apns,
  auth0_sso: () => t.auth0Sso,
  aws_dynamodb: () => t.awsDynamodb,
  aws_redshift_db: () => t.awsRedshiftDb,
  aws_s3: () => t.awsS3,
  aws_ses: () => t.awsSes,
  aws_sns: () => t.awsSns,
  azure_blob: () => t.azureBlob,
  bitbucket: () => t.bitbucket,
  cache_local: () => t.cacheLocal,
  cache_memcached: () => t.cacheMemcached,
  cache_redis: () => t.cacheRedis,
  couchdb: () => t.couchdb,
  duckdb: () => t.duckdb,
  excel: () => t.excel,
  firebird: () => t.firebird,
  ftp_file: () => t.ftpFile,
  gcm: () => t.gcm,
  github: () => t.github,
  gitlab: () => t.gitlab,
  gridfs: () => t.gridfs,
  hadoop_hdfs: () => t.hadoopHdfs,
  ibmdb2: () => t.ibmdb2,
  informix: () => t.informix,
  ldap: () => t.ldap,
  local_email: () => t.localEmail,
  local_file: () => t.localFile,
  logstash: () => t.logstash,
  mailgun_email: () => t.mailgunEmail,
  mariadb: () => t.mariadb,
  mcp: () => t.mcp,
  memsql: () => t.memsql,
  mongodb: () => t.mongodb,
  mqtt: () => t.mqtt,
  mysql: () => t.mysql,
  nodejs: () => t.nodejs,
  oauth_azure_ad: () => t.oauthAzureAd,
  oauth_bitbucket: () => t.oauthBitbucket,
  oauth_facebook: () => t.oauthFacebook,
  oauth_github: () => t.oauthGithub,
  oauth_google: () => t.oauthGoogle,
  oauth_linkedin: () => t.oauthLinkedin,
  'oauth_microsoft-live': () => t.oauthMicrosoftLive,
  oauth_twitter: () => t.oauthTwitter,
  oidc: () => t.oidc,
  okta_saml: () => t.oktaSaml,
  openstack_object_storage: () => t.openstackObjectStorage,
  oracle: () => t.oracle,
  pgsql: () => t.pgsql,
  php: () => t.php,
  python: () => t.python,
  python3: () => t.python3,
  rackspace_cloud_files: () => t.rackspaceCloudFiles,
  rws: () => t.rws,
  salesforce_db: () => t.salesforceDb,
  saml: () => t.saml,
  sftp_file: () => t.sftpFile,
  smtp_email: () => t.smtpEmail,
  snowflake: () => t.snowflake,
  soap: () => t.soap,
  sqlanywhere: () => t.sqlanywhere,
  sqlite: () => t.sqlite,
  sqlsrv: () => t.sqlsrv,
  system_mcp: () => t.systemMcp,
  webdav_file: () => t.webdavFile,
}

interface Group {
  readonly label: () => string
  readonly about: () => string
}

const groups: Readonly<Record<string, Group>> = {
  Database: { label: () => t.databaseGroup, about: () => t.aboutDatabase },
  'Big Data': { label: () => t.bigDataGroup, about: () => t.aboutBigData },
  File: { label: () => t.fileGroup, about: () => t.aboutFile },
  Email: { label: () => t.emailGroup, about: () => t.aboutEmail },
  Notification: { label: () => t.notificationGroup, about: () => t.aboutNotification },
  'Remote Service': { label: () => t.remoteServiceGroup, about: () => t.aboutRemoteService },
  Script: { label: () => t.scriptGroup, about: () => t.aboutScript },
  OAuth: { label: () => 'OAuth', about: () => t.aboutOauth },
  LDAP: { label: () => 'LDAP', about: () => t.aboutLdap },
  SSO: { label: () => 'SSO', about: () => t.aboutSso },
  Cache: { label: () => t.cacheGroup, about: () => t.aboutCache },
  IoT: { label: () => 'IoT', about: () => t.aboutIot },
  Log: { label: () => t.logGroup, about: () => t.aboutLog },
  'Source Control': { label: () => t.sourceControlGroup, about: () => t.aboutSourceControl },
  Excel: { label: () => 'Excel', about: () => t.aboutExcel },
}

/** A one-sentence description of a type; the server's own if there is none here. */
export function aboutType({ name, description }: { name: string; description?: string | null | undefined }): string {
  return kinds[name]?.() ?? description ?? ''
}

export function aboutGroup(name: string): string | null {
  return groups[name]?.about() ?? null
}

/** The label of a server's type group; the empty name is the group of types without one. */
export function groupLabel(name: string): string {
  return name === '' ? t.otherGroup : (groups[name]?.label() ?? name)
}

const icons: Readonly<Record<string, ReactElement>> = {
  Database: <IconDatabase />,
  'Big Data': <IconChartBar />,
  File: <IconFolder />,
  Email: <IconMail />,
  Notification: <IconBell />,
  'Remote Service': <IconWorld />,
  Script: <IconCode />,
  OAuth: <IconKey />,
  LDAP: <IconUsers />,
  SSO: <IconId />,
  Cache: <IconBolt />,
  IoT: <IconRouter />,
  Log: <IconFileText />,
  'Source Control': <IconGitBranch />,
  Excel: <IconTable />,
  System: <IconSettings />,
}

export function groupIcon(group: string): ReactElement {
  return icons[group] ?? <IconStack2 />
}
