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

export interface PaidType {
  readonly name: string
  readonly label: string
  readonly group: string
  readonly subscription_required: 'SILVER' | 'GOLD'
}

export const paidTypes: readonly PaidType[] = [...readTable(silver, 'SILVER'), ...readTable(gold, 'GOLD')]

function readTable(table: string, level: 'SILVER' | 'GOLD'): PaidType[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', label = '', group = ''] = line.split(' | ')
      return { name, label, group, subscription_required: level }
    })
}
