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

export const vendorsOf = (name: string): string => words.get(name) ?? ''
